import { z } from 'zod'
import { account } from './account.ts'
import { accountEvents } from './account-events.ts'
import { endpoint } from './endpoint.schema.ts'
import { id } from './fields.schema.ts'
import { authenticationFactor, common, user } from './objects.schema.ts'

const timestamp = z.iso.datetime()

/** Approximate location of an event. */
const whereabouts = {
  /** The browser and the system, by their own names; empty where the browser does not say. */
  device: z.strictObject({ browser: z.string(), system: z.string() }),
  /** The network of the internet address: `203.0.113.0/24`, `2001:db8:1::/48`; empty where none is known. */
  network: z.string(),
}

const factorType = z.enum([
  'magic_link',
  'otp',
  'password',
  'totp',
  'recovery_code',
  'webauthn',
  'signature_challenge',
  'oauth',
  'impersonated',
])

const accountSession = z.strictObject({
  session_id: z.string(),
  /** True for the current session. */
  is_current: z.boolean(),
  started_at: timestamp,
  last_accessed_at: timestamp,
  expires_at: timestamp,
  ...whereabouts,
  factors: z.array(factorType),
})
export type AccountSession = z.infer<typeof accountSession>

const rememberedDevice = z.strictObject({
  device_id: z.string(),
  /** True for the current browser. */
  is_current: z.boolean(),
  remembered_at: timestamp,
  last_used_at: timestamp,
  expires_at: timestamp,
  ...whereabouts,
})
export type RememberedDevice = z.infer<typeof rememberedDevice>

const accountEvent = z.strictObject({
  event_id: z.string(),
  at: timestamp,
  action: z.enum(accountEvents),
  /** Verified factor, for authentication events. */
  factor: factorType.nullable(),
  /** True if an operator acted for the user. */
  by_operator: z.boolean(),
  ...whereabouts,
})
export type AccountEvent = z.infer<typeof accountEvent>

/** Complete export of a user's data, with full addresses. */
const accountExport = z.strictObject({
  made_at: timestamp,
  user,
  sessions: z.array(
    z.strictObject({
      session_id: z.string(),
      started_at: timestamp,
      last_accessed_at: timestamp,
      expires_at: timestamp,
      ip_address: z.string(),
      user_agent: z.string(),
      authentication_factors: z.array(authenticationFactor),
    }),
  ),
  remembered_devices: z.array(
    z.strictObject({
      device_id: z.string(),
      remembered_at: timestamp,
      last_used_at: timestamp,
      expires_at: timestamp,
      ip_address: z.string(),
      user_agent: z.string(),
    }),
  ),
  /** The newest first. */
  events: z.array(
    z.strictObject({
      at: timestamp,
      action: z.string(),
      by_operator: z.boolean(),
      factor: z.string().nullable(),
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
})

export const accountEndpoints = {
  /** The user's sessions, last used first. */
  sessions: endpoint(account.sessions, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, sessions: z.array(accountSession) }),
  }),
  /** Ends another session of the user. */
  endSession: endpoint(account.endSession, { params: z.object({ id }), body: null, data: common }),
  /** Ends all of the user's sessions except the current one. */
  endOtherSessions: endpoint(account.endOtherSessions, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, ended: z.number().int() }),
  }),
  /** Remembered browsers without second factor, last used first. */
  devices: endpoint(account.devices, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, devices: z.array(rememberedDevice) }),
  }),
  /** Forgets one of them. */
  forgetDevice: endpoint(account.forgetDevice, { params: z.object({ id }), body: null, data: common }),
  /** Recent account events, newest first. */
  events: endpoint(account.events, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, events: z.array(accountEvent) }),
  }),
  export: endpoint(account.export, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, account: accountExport }),
  }),
  /** Deletes the user with everything that is theirs. The session ends with it. */
  delete: endpoint(account.delete, { params: null, body: null, data: common }),
}
