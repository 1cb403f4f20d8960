import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { TrustedProxies } from '#server/http/client-address.ts';
import type { RequestTracer } from '#server/http/dispatcher.ts';
import { requestIdOf } from '#server/http/request-id.ts';
import { routeNameOf } from '#server/http/route-names.ts';
import { tracer } from '#server/spans.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Records one span for each request, from its head to the end of its response. Names follow OpenTelemetry's *Semantic Conventions for
 * HTTP Spans*; addresses are left out, because they can contain secrets of links. Only a trusted proxy can
 * continue a trace of its own here: otherwise clients could choose which requests are recorded.
 */
export function traceRequests(proxies: TrustedProxies): RequestTracer {
  return (request, response, handle) => {
    const given = request.method ?? '';
    const method = METHODS.has(given) ? given : '_OTHER';
    const isFromProxy = proxies(request.socket.remoteAddress ?? '', 0);
    const parent = isFromProxy ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'lectern.request_id': requestIdOf(response) } },
      parent,
    );
    let isComplete = false;
    response.once('finish', () => (isComplete = true));
    response.once('close', () => {
      const route = routeNameOf(request, response);
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', String(response.statusCode));
      }
      if (!isComplete) span.setAttribute('lectern.aborted', true);
      span.end();
    });
    context.with(trace.setSpan(parent, span), handle);
  };
}
