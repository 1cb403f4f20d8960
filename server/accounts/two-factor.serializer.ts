import type { FactorsRow } from '#server/auth/factors/factors.service.ts';
import type { TrustedDeviceRow } from '#server/auth/factors/trusted-devices.ts';
import type { TrustedDevice, TwoFactor } from '#shared/two-factor.ts';
import { deviceOf } from './device.ts';

export function serializeTwoFactor(row: FactorsRow): TwoFactor {
  return {
    enabledAt: row.enabledAt?.toISOString() ?? null,
    required: row.required,
    app: row.appConfirmedAt && { confirmedAt: row.appConfirmedAt.toISOString() },
    recoveryCodes: row.recoveryCodes,
    trustedDevices: row.trustedDevices.map(serializeTrustedDevice),
  };
}

function serializeTrustedDevice({ id, userAgent, createdAt, lastUsedAt, expiresAt }: TrustedDeviceRow): TrustedDevice {
  return {
    id,
    ...deviceOf(userAgent),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
