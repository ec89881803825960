import { z } from 'zod'
import { account } from './account.ts'
import { accountEvents } from './account-events.ts'
import { endpoint } from './endpoint.schema.ts'
import { id } from './fields.schema.ts'
import { authenticationFactor, common, user } from './objects.schema.ts'

const timestamp = z.iso.datetime()

/** Where something was done, without saying exactly where. */
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
  /** It is the session that asks. */
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
  /** It is the browser that asks. */
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
  /** What was proved, where the event is a proof. */
  factor: factorType.nullable(),
  /** Whether an operator did it in the user's place. */
  by_operator: z.boolean(),
  ...whereabouts,
})
export type AccountEvent = z.infer<typeof accountEvent>

/** All that is kept of a user, for their own copy; here addresses are in full. */
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
  /** Where the user is signed in, the last used first. */
  sessions: endpoint(account.sessions, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, sessions: z.array(accountSession) }),
  }),
  /** Ends another session of the user. */
  endSession: endpoint(account.endSession, { params: z.object({ id }), body: null, data: common }),
  /** Ends all sessions of the user but the one that asks. */
  endOtherSessions: endpoint(account.endOtherSessions, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, ended: z.number().int() }),
  }),
  /** The browsers in which the user is not asked for the second factor, the last used first. */
  devices: endpoint(account.devices, {
    params: null,
    body: null,
    data: z.strictObject({ ...common.shape, devices: z.array(rememberedDevice) }),
  }),
  /** Forgets one of them. */
  forgetDevice: endpoint(account.forgetDevice, { params: z.object({ id }), body: null, data: common }),
  /** What happened to the account lately, the newest first. */
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
