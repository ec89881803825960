import { knownDeviceMigrations, knownDevicePart } from './accounts/known-devices/account-part.ts'
import { sweepDevices } from './accounts/known-devices/store.ts'
import { singleUseMigrations, singleUsePart, sweepSecrets } from './accounts/one-time-tokens/index.ts'
import { rememberedDeviceMigrations, rememberedDevicePart } from './accounts/remembered-devices/account-part.ts'
import { sweepRememberedDevices } from './accounts/remembered-devices/store.ts'
import { sessionMigrations, sessionPart, sweepSessions } from './accounts/sessions/index.ts'
import { clearOwnTexts, userMigrations } from './accounts/users/index.ts'
import { administratorMigrations, administratorPart } from './administrators/store.ts'
import { accountCalls } from './calls/account/routes.ts'
import { accountNotices } from './calls/account-page/notices.ts'
import { accountPageCalls } from './calls/account-page/routes.ts'
import { bootstrapCalls } from './calls/bootstrap/routes.ts'
import { eventCalls } from './calls/events/routes.ts'
import { eventMigrations, sweepEvents } from './calls/events/store.ts'
import { impersonationCalls, impersonationNotices } from './calls/impersonation/routes.ts'
import { memberCalls } from './calls/members/index.ts'
import { sessionCalls } from './calls/sessions/routes.ts'
import { delivery, mailboxMigrations, sweepTexts, textMigrations } from './delivery/index.ts'
import { emailFactor, phoneNumberFactor } from './factors/contacts/factor.ts'
import { magicLinkFactor } from './factors/magic-links/factor.ts'
import { oauthFactor, oauthParcels, providersOn } from './factors/oauth/index.ts'
import { sandboxProviders } from './factors/oauth/sandbox/index.ts'
import { otpFactor } from './factors/otps/factor.ts'
import { passkeyFactor } from './factors/passkeys/factor.ts'
import { passwordFactor } from './factors/passwords/index.ts'
import { totpFactor } from './factors/totps/factor.ts'
import { walletFactor } from './factors/wallets/factor.ts'
import { captchaPages } from './hosted/captcha/pages.ts'
import { devicePages } from './hosted/devices/pages.ts'
import { errorDocs } from './hosted/error-docs/index.ts'
import { servicesFrame } from './hosted/services-frame/frame.ts'
import { widgetFiles } from './hosted/widget-files/widget-files.ts'
import { issuerOf, openidFeature } from './openid/index.ts'
import { auditOutMigrations } from './operate/audit-out/index.ts'
import { importMigrations, importPart, sweepImports } from './operate/user-import/index.ts'
import { auditMigrations, sweepAudit } from './platform/audit/store.ts'
import type { LimitNames } from './platform/names/index.ts'
import { projectMigrations } from './projects/index.ts'
import {
  captchaMigrations,
  captchaSealed,
  failurePart,
  protectionMigrations,
  serverKeyMigrations,
} from './protection/index.ts'
import type { Factor, Feature } from './sdk/feature/feature.ts'
import { gather, type LimitsOf } from './sdk/feature/gather.ts'
import { deliveryMigrations, sendUserEvents, sweepDeliveries, userEventPart } from './webhooks/index.ts'

/** All authentication factors. Add new ones here. */
export const factors = {
  emails: emailFactor,
  phoneNumbers: phoneNumberFactor,
  magicLinks: magicLinkFactor,
  otps: otpFactor,
  passwords: passwordFactor,
  totps: totpFactor,
  passkeys: passkeyFactor,
  wallets: walletFactor,
  oauth: oauthFactor,
} satisfies Record<string, Factor>

/** Every feature of the provider. */
export const features: readonly Feature[] = [
  {
    name: 'projects',
    migrations: projectMigrations,
    open: core => ({
      calls: bootstrapCalls({
        providersOn: project => providersOn(core.db, core, project.id),
        issuerOf: project => issuerOf(core.origin, project.id),
      }),
    }),
  },
  {
    name: 'users',
    migrations: userMigrations,
    wipeUnproved: (tx, { projectId, userId }) => clearOwnTexts(tx, projectId, userId),
    open: core => ({ calls: accountCalls(core, brought.removals) }),
  },
  ...Object.values(factors),
  oauthParcels,
  {
    name: 'sessions',
    ...sessionPart,
    migrations: sessionMigrations,
    sealed: [{ table: 'signing_keys', id: 'key_id', value: 'private_key' }],
    sweep: sweepSessions,
    open: core => ({ calls: sessionCalls(core) }),
  },
  {
    name: 'remembered devices',
    ...rememberedDevicePart,
    tables: ['remembered_devices'],
    migrations: rememberedDeviceMigrations,
    sweep: sweepRememberedDevices,
  },
  {
    name: 'known devices',
    ...knownDevicePart,
    tables: ['known_devices'],
    migrations: knownDeviceMigrations,
    sweep: sweepDevices,
  },
  { name: 'account page', notices: accountNotices, open: core => ({ calls: accountPageCalls(core) }) },
  { name: 'single-use secrets', ...singleUsePart, migrations: singleUseMigrations, sweep: sweepSecrets },
  { name: 'account lock', ...failurePart, migrations: protectionMigrations },
  {
    name: 'captcha',
    migrations: [...serverKeyMigrations, ...captchaMigrations],
    sealed: captchaSealed,
    open: core => ({ pages: captchaPages(core) }),
  },
  { name: 'devices', open: core => ({ pages: devicePages(core) }) },
  { name: 'audit log', migrations: auditMigrations, sweep: sweepAudit },
  { name: 'audit log that leaves', migrations: auditOutMigrations },
  {
    name: 'imports',
    ...importPart(Date.now),
    tables: ['imported_users'],
    migrations: importMigrations,
    sweep: sweepImports,
  },
  {
    name: 'administrators',
    ...administratorPart,
    tables: ['administrators'],
    migrations: administratorMigrations,
  },
  {
    name: 'impersonation',
    notices: impersonationNotices,
    open: core => ({ calls: impersonationCalls(core) }),
  },
  {
    name: 'telemetry',
    migrations: eventMigrations,
    sweep: sweepEvents,
    open: core => ({ calls: eventCalls(core) }),
  },
  { name: 'members', open: () => ({ calls: memberCalls }) },
  {
    name: 'delivery',
    migrations: [...mailboxMigrations, ...textMigrations],
    sweep: sweepTexts,
    open: delivery,
  },
  {
    name: 'user events',
    migrations: deliveryMigrations,
    sweep: sweepDeliveries,
    ...userEventPart(Date.now),
    open: core => ({ jobs: { 'user-event': sendUserEvents(core) } }),
  },
  sandboxProviders,
  openidFeature,
  { name: 'services frame', open: core => ({ pages: servicesFrame(core) }) },
  { name: 'error pages', open: () => ({ pages: errorDocs() }) },
  { name: 'widget files', open: () => ({ pages: widgetFiles() }) },
]

/** Combined contributions of the features. */
export const brought = gather<Exclude<keyof LimitNames, LimitsOf<typeof factors>>>(features)
