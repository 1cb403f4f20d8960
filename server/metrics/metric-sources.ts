import type { HealthReport } from '#shared/health.ts';

/** The parts of this process that say what they do. Numbers of the process are read without waiting. */
export interface MetricSources {
  readonly health: { report(): Promise<HealthReport> };
  readonly uploads: {
    readonly underWay: { readonly facts: { readonly underWay: number; readonly stored: number; readonly storedBytes: number } };
  };
  readonly readers: { readonly facts: { readonly running: number; readonly waiting: number; readonly processes: number } };
  /** The streams of members. */
  readonly eventStreams: { readonly size: number };
  /** The streams of visitors of links. */
  readonly links: { readonly events: { readonly size: number } };
  readonly database: {
    facts(): {
      readonly open: number;
      readonly max: number;
      readonly transactions: { readonly running: number; readonly waiting: number };
    };
    ping(signal: AbortSignal): Promise<void>;
  };
  /** The jobs of the renderer. Read from the database, so equal on all instances. */
  readonly jobs: {
    count(): Promise<{ readonly queued: number; readonly running: number; readonly oldestSeconds: number }>;
  };
  /** Read from the database, so equal on all instances. */
  readonly backups: { lastComplete(): Promise<Date | null> };
}
