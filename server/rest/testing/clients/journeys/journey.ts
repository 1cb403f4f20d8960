/** The input of a journey: a server, the API key of a user, and a package of two slides. */
export interface Start {
  readonly baseUrl: string;
  readonly key: string;
  readonly file: Blob;
}

/** What every journey reports from its client. */
export interface Report {
  readonly title: string;
  readonly found: readonly string[];
  readonly note: string;
  readonly overtaken: string;
  readonly strokes: readonly string[];
  readonly bytes: number;
  readonly invalid: string;
  readonly gone: string;
}

export const STROKE = {
  id: 'first-stroke',
  tool: 'pen',
  color: '#d9542b',
  width: 6,
  points: [
    [120, 80, 0.5],
    [180.5, 96],
  ],
};
