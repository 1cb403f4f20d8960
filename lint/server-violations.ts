import { imports } from './planted-import.ts';
import { FEATURES, SHARED_PARTS } from './imports/server.ts';

const FEATURE_RULE = 'A feature may import';
const NO_SQL = 'SQL belongs in';
const NO_TABLES = 'not tables';
const NO_TRANSPORT = 'must not depend on HTTP or tRPC';
const TYPE_ONLY_CONFIG = 'build.ts passes settings in';

const features = FEATURES.flatMap((feature) => {
  const other = feature === 'users' ? 'invites' : 'users';
  const folder = `server/${feature}`;
  return [
    imports(
      `${feature}: service of another feature`,
      `${folder}/*.service.ts`,
      `#server/${other}/${other}.service.ts`,
      FEATURE_RULE,
    ),
    imports(`${feature}: repo of another feature`, `${folder}/*.repo.ts`, `#server/${other}/${other}.repo.ts`, FEATURE_RULE),
    imports(`${feature}: the REST bridge`, `${folder}/*.router.ts`, '#server/rest/procedures.ts', FEATURE_RULE),
    imports(`${feature}: build.ts`, `${folder}/*.ts`, '#server/build.ts', FEATURE_RULE),
    imports(`${feature}: SQL in a router`, `${folder}/*.router.ts`, 'drizzle-orm', NO_SQL),
    imports(`${feature}: tRPC in a service`, `${folder}/*.service.ts`, '@trpc/server', NO_TRANSPORT),
  ];
});

const sharedParts = SHARED_PARTS.flatMap((part) => {
  const folder = `server/${part}`;
  const rule = `${folder} is below`;
  return [
    imports(`${part}: service of a feature`, `${folder}/*.service.ts`, '#server/decks/decks.service.ts', rule),
    imports(`${part}: repo of a feature`, `${folder}/*.repo.ts`, '#server/decks/decks.repo.ts', rule),
    imports(`${part}: base procedures`, `${folder}/*.ts`, '#server/rpc/trpc.ts', rule),
    imports(`${part}: the REST bridge`, `${folder}/*.route.ts`, '#server/rest/rest-bridge.ts', rule),
    imports(`${part}: SQL in a service`, `${folder}/*.service.ts`, 'drizzle-orm', NO_SQL),
    imports(`${part}: tRPC in a service`, `${folder}/*.service.ts`, '@trpc/server', NO_TRANSPORT),
  ];
});

const fileKinds = [
  imports('repo of decks in another feature', 'server/notes/*.service.ts', '#server/decks/decks.repo.ts', FEATURE_RULE),
  imports(
    'serializer of decks in another feature',
    'server/playback/*.service.ts',
    '#server/decks/decks.serializer.ts',
    FEATURE_RULE,
  ),
  imports(
    'service of decks in a feature without decks',
    'server/invites/*.service.ts',
    '#server/decks/decks.service.ts',
    FEATURE_RULE,
  ),
  imports(
    'slide state in a feature without slide state',
    'server/playback/*.service.ts',
    '#server/slides/slide-state.repo.ts',
    FEATURE_RULE,
  ),
  imports('web in a feature', 'server/decks/*.service.ts', '#web/main.tsx', FEATURE_RULE),
  imports('server/http in a service', 'server/decks/*.service.ts', '#server/http/envelope.ts', FEATURE_RULE),
  imports('Express in a service', 'server/decks/*.service.ts', 'express', NO_TRANSPORT),
  imports('tRPC in a policy', 'server/decks/*.policy.ts', '@trpc/server', NO_TRANSPORT),
  imports('Express in a policy', 'server/decks/*.policy.ts', 'express', NO_TRANSPORT),
  imports('tRPC in a repo', 'server/decks/*.repo.ts', '@trpc/server', NO_TRANSPORT),
  imports('Express in a repo', 'server/decks/*.repo.ts', 'express', NO_TRANSPORT),
  imports('SQL in a service', 'server/decks/*.service.ts', 'drizzle-orm', NO_SQL),
  imports('a subpath of the SQL package', 'server/decks/*.service.ts', 'drizzle-orm/pg-core', NO_SQL),
  imports('the database driver', 'server/decks/*.service.ts', 'postgres', NO_SQL),
  imports('SQL in a policy', 'server/decks/*.policy.ts', 'drizzle-orm', NO_SQL),
  imports('SQL in another file of a feature', 'server/decks/*.ts', 'drizzle-orm', NO_SQL),
  imports('tables in a router', 'server/decks/*.router.ts', '#drizzle/schema/decks.ts', NO_TABLES),
  imports('Express in a router', 'server/decks/*.router.ts', 'express', 'a list of procedures'),
  imports('the root router in a router', 'server/decks/*.router.ts', '#server/rest/root.router.ts', FEATURE_RULE),
  imports('SQL in a route', 'server/decks/*.route.ts', 'drizzle-orm', NO_SQL),
  imports('SQL in a handler', 'server/playback/*.handler.ts', 'drizzle-orm', NO_SQL),
  imports('tables in a route', 'server/decks/*.route.ts', '#drizzle/schema/decks.ts', NO_TABLES),
  imports('the configuration in a feature', 'server/decks/*.service.ts', '#server/config.ts', TYPE_ONLY_CONFIG),
  imports('the process module', 'server/decks/*.service.ts', 'node:process', 'global `process`'),
];

const layers = [
  imports('a feature in http', 'server/http/*.ts', '#server/decks/decks.service.ts', 'server/http is below'),
  imports('the blob store in http', 'server/http/*.ts', '#server/storage/blob-store.ts', 'server/http is below'),
  imports('SQL in http', 'server/http/*.ts', 'drizzle-orm', NO_SQL),
  imports('the root router in http', 'server/http/*.ts', '#server/rest/root.router.ts', 'server/http is below'),
  imports('base procedures in http', 'server/http/*.ts', '#server/rpc/trpc.ts', 'server/http is below'),
  imports('the service of a feature in rpc', 'server/rpc/*.ts', '#server/decks/decks.service.ts', 'server/rpc is below'),
  imports('the router of a feature in rpc', 'server/rpc/*.ts', '#server/decks/decks.router.ts', 'server/rpc is below'),
  imports('a shared part in rpc', 'server/rpc/*.ts', '#server/slides/slide-state.service.ts', 'server/rpc is below'),
  imports('the root router in rpc', 'server/rpc/*.ts', '#server/rest/root.router.ts', 'server/rpc is below'),
  imports('SQL in rpc', 'server/rpc/*.ts', 'drizzle-orm', NO_SQL),
  imports('the configuration in rpc', 'server/rpc/*.ts', '#server/config.ts', TYPE_ONLY_CONFIG),
  imports('the service of a feature in rest', 'server/rest/*.ts', '#server/decks/decks.service.ts', 'composed of routers'),
  imports('build.ts in rest', 'server/rest/*.ts', '#server/build.ts', 'composed of routers'),
  imports('SQL in rest', 'server/rest/*.ts', 'drizzle-orm', NO_SQL),
  imports('tables in rest', 'server/rest/*.ts', '#drizzle/schema/decks.ts', 'composed of routers'),
  imports('web in rest', 'server/rest/*.ts', '#web/main.tsx', 'composed of routers'),
  imports('the configuration in rest', 'server/rest/*.ts', '#server/config.ts', TYPE_ONLY_CONFIG),
  imports('a feature in tracing', 'server/tracing/*.ts', '#server/decks/decks.service.ts', 'server/tracing is below'),
  imports('auth in mail', 'server/mail/*.ts', '#server/auth/actor.ts', 'server/mail is below'),
  imports(
    'a feature in the audit trail',
    'server/audit-trail/*.ts',
    '#server/audit/audit.service.ts',
    'server/audit-trail is below',
  ),
  imports('auth in the audit trail', 'server/audit-trail/*.ts', '#server/auth/actor.ts', 'server/audit-trail is below'),
  imports('Express in the audit trail', 'server/audit-trail/*.ts', 'express', NO_TRANSPORT),
  imports('base procedures in auth', 'server/auth/*.ts', '#server/rpc/trpc.ts', 'server/auth is below'),
  imports('access in auth', 'server/auth/*.ts', '#server/access/rule.ts', 'server/auth is below'),
  imports('base procedures in access', 'server/access/*.ts', '#server/rpc/trpc.ts', 'server/access is below'),
  imports('auth in http', 'server/http/*.ts', '#server/auth/actor.ts', 'server/http is below'),
  imports('a feature in feed', 'server/feed/*.ts', '#server/live/live.service.ts', 'server/feed is below'),
  imports('auth in feed', 'server/feed/*.ts', '#server/auth/actor.ts', 'server/feed is below'),
  imports('Express in feed', 'server/feed/*.ts', 'express', NO_TRANSPORT),
  imports('http in storage', 'server/storage/*.ts', '#server/http/envelope.ts', 'server/storage is below'),
  imports('http in db', 'server/db/*.ts', '#server/http/envelope.ts', 'server/db is below'),
  imports(
    'a layer in a file that everything imports',
    'server/preconditions.ts',
    '#server/db/connect.ts',
    'Files that everything imports',
  ),
  imports('a relative import there', 'server/pagination.ts', './build.ts', 'by alias'),
  imports('a feature in auth', 'server/auth/*.ts', '#server/invites/invites.service.ts', 'server/auth is below'),
  imports('the router of a feature in auth', 'server/auth/*.routes.ts', '#server/decks/decks.router.ts', 'server/auth is below'),
  imports('the configuration in auth', 'server/auth/*.ts', '#server/config.ts', TYPE_ONLY_CONFIG),
  imports('a feature in access', 'server/access/*.ts', '#server/decks/decks.repo.ts', 'server/access is below'),
  imports('Express in access', 'server/access/*.ts', 'express', NO_TRANSPORT),
  imports('a feature in storage', 'server/storage/*.ts', '#server/decks/decks.service.ts', 'server/storage is below'),
  imports('SQL in storage', 'server/storage/*.ts', 'drizzle-orm', NO_SQL),
  imports('tables in storage', 'server/storage/*.ts', '#drizzle/schema/decks.ts', 'server/storage is below'),
  imports('Express in storage', 'server/storage/*.ts', 'express', NO_TRANSPORT),
  imports('a feature in db', 'server/db/*.ts', '#server/decks/decks.repo.ts', 'server/db is below'),
  imports('Express in db', 'server/db/*.ts', 'express', NO_TRANSPORT),
  imports('web in the entry files of the server', 'server/*.ts', '#web/main.tsx', 'must not import the web application'),
  imports('SQL in the entry files of the server', 'server/*.ts', 'drizzle-orm', NO_SQL),
];

export const SERVER_VIOLATIONS = [...features, ...sharedParts, ...fileKinds, ...layers];
