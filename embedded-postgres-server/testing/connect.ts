import postgres from 'postgres';

/** Connects to a server by the `url` that it was started with. Lost connections are opened again within a second. */
export function connect(url: string, connections = 1): postgres.Sql {
  const { pathname, searchParams } = new URL(url);
  return postgres({
    host: searchParams.get('host') ?? '',
    database: pathname.slice(1),
    user: searchParams.get('user') ?? '',
    max: connections,
    connect_timeout: 5,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: () => undefined,
  });
}
