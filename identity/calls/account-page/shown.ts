import type { AccountAction } from '@corroborate/wire/account-events'
import type { AccountEvent, AccountSession, RememberedDevice as ShownDevice } from '@corroborate/wire/types'
import type { RememberedDevice } from '../../accounts/remembered-devices/store.ts'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { StoredAuditEntry } from '../../platform/audit/store.ts'
import { deviceOf, networkOf } from '../../platform/devices/device-of.ts'

// Formats rows for the contract. Pure.

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

const timesOf = ({ startedAt, lastAccessedAt, expiresAt }: LiveSession) => ({
  started_at: iso(startedAt),
  last_accessed_at: iso(lastAccessedAt),
  expires_at: iso(expiresAt),
})

/** A session as its user sees it on their account page. */
export const shownSession = (session: LiveSession, currentId: string): AccountSession => ({
  session_id: session.id,
  is_current: session.id === currentId,
  ...timesOf(session),
  device: deviceOf(session.userAgent),
  network: networkOf(session.address),
  factors: [...new Set(session.factors.map(({ type }) => type))],
})

const deviceTimesOf = ({ rememberedAt, lastUsedAt, expiresAt }: RememberedDevice) => ({
  remembered_at: iso(rememberedAt),
  last_used_at: iso(lastUsedAt),
  expires_at: iso(expiresAt),
})

/** A remembered device as its user sees it on their account page. */
export const shownDevice = (device: RememberedDevice, currentId: string | null): ShownDevice => ({
  device_id: device.id,
  is_current: device.id === currentId,
  ...deviceTimesOf(device),
  device: deviceOf(device.userAgent),
  network: networkOf(device.address),
})

/** The types of proof by which the log names factors: `otp/email + totp/authenticator_app`. */
const firstProof = (factor: string | null): AccountEvent['factor'] =>
  (factor?.split('/')[0] ?? null) as AccountEvent['factor']

/** The events that are a proof themselves; of any other, the factors are those of the session that did it. */
const proofs: ReadonlySet<string> = new Set<AccountAction>(['session.issued', 'session.factor_added'])

const isOperators = (actor: string): boolean => actor.startsWith('operator:')

/** An entry of the log as the user it is about sees it. */
export const shownEvent = (entry: StoredAuditEntry): AccountEvent => ({
  event_id: entry.audit_id,
  at: entry.at,
  action: entry.action as AccountAction,
  factor: proofs.has(entry.action) ? firstProof(entry.factor) : null,
  by_operator: isOperators(entry.actor),
  device: deviceOf(entry.user_agent ?? ''),
  network: networkOf(entry.ip_address ?? ''),
})

export const exportedSession = (session: LiveSession) => ({
  session_id: session.id,
  ...timesOf(session),
  ip_address: session.address,
  user_agent: session.userAgent,
  authentication_factors: [...session.factors],
})

export const exportedDevice = (device: RememberedDevice) => ({
  device_id: device.id,
  ...deviceTimesOf(device),
  ip_address: device.address,
  user_agent: device.userAgent,
})

export const exportedEvent = ({ at, action, actor, factor, ip_address, user_agent, details }: StoredAuditEntry) => ({
  at,
  action,
  by_operator: isOperators(actor),
  factor,
  ip_address,
  user_agent,
  details,
})
