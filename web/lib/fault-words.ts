import i18n, { type TFunction } from 'i18next';
import type { Texts } from '#web/locales/en.ts';
import { type Fault, faultFrom, isRecord } from './fault.ts';
import { formatBytes } from './format.ts';

/** The text for an error: what is wrong and what to do. */
export function faultWords(thrown: unknown, t: TFunction = i18n.t): string {
  const fault = faultFrom(thrown);
  const reason = packageReason(fault);
  if (reason !== undefined) return t(`faults.package.${reason}`);
  const { path, requestId, reason: why } = fault.details;
  if (why === 'COMMON_PASSWORD' || why === 'OBVIOUS_PASSWORD') return t(`faults.${why}`);
  return t(`faults.${hasWords(fault.code) ? fault.code : 'UNEXPECTED'}`, {
    issue: firstIssue(fault) ?? fault.message,
    path: typeof path === 'string' ? path : fault.message,
    requestId: typeof requestId === 'string' ? requestId : '–',
    max: maxBytes(fault),
  });
}

type PackageReason = keyof Texts['faults']['package'];
type CodeWithWords = Exclude<keyof Texts['faults'], 'package'>;

function hasWords(code: string): code is CodeWithWords {
  return code !== 'package' && i18n.exists(`faults.${code}`);
}

/** The rule of the format that the package breaks, if the rule has a text of its own, otherwise the reason. */
function packageReason({ code, details: { rule, reason } }: Fault): PackageReason | undefined {
  const isReason = (value: unknown): value is PackageReason =>
    typeof value === 'string' && i18n.exists(`faults.package.${value}`);
  return code === 'INVALID_PACKAGE' || code === 'INVALID_MANIFEST' ? [rule, reason].find(isReason) : undefined;
}

function firstIssue({ details: { issues } }: Fault): string | undefined {
  const first: unknown = Array.isArray(issues) ? issues[0] : undefined;
  if (!isRecord(first) || typeof first['message'] !== 'string') return undefined;
  return first['path'] === '' ? first['message'] : `${String(first['path'])} ${first['message']}`;
}

function maxBytes({ details: { maxBytes: max } }: Fault): string {
  return typeof max === 'number' ? formatBytes(max) : '–';
}
