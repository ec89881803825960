import { accountCalls } from './calls/account/index.ts'
import { bootstrapCalls } from './calls/bootstrap/index.ts'
import { eventCalls } from './calls/events/index.ts'
import { impersonationCalls } from './calls/impersonation/index.ts'
import { memberCalls } from './calls/members/index.ts'
import { sessionCalls } from './calls/sessions/index.ts'
import { delivery } from './delivery/index.ts'
import { emailRemoval, phoneNumberRemoval } from './factors/contacts/index.ts'
import { magicLinkCalls } from './factors/magic-links/index.ts'
import { otpCalls } from './factors/otps/index.ts'
import { passwordFeature } from './factors/passwords/index.ts'
import { totpCalls, totpRemoval } from './factors/totps/index.ts'
import { captchaPages } from './hosted/captcha/index.ts'
import { errorDocs } from './hosted/error-docs/index.ts'
import { phoneFrame } from './hosted/phone-frame/index.ts'
import { widgetFiles } from './hosted/widget-files/index.ts'
import type { Core } from './sdk/core/index.ts'
import type { Feature } from './sdk/feature/index.ts'

/** Every feature of the provider. A new folder adds one line. */
export const features = (core: Core): readonly Feature[] => [
  { calls: bootstrapCalls },
  { calls: sessionCalls(core) },
  { calls: accountCalls(core, [emailRemoval, phoneNumberRemoval, totpRemoval]) },
  { calls: impersonationCalls(core) },
  { calls: eventCalls(core) },
  { calls: memberCalls },
  delivery(core),
  { calls: magicLinkCalls(core) },
  { calls: otpCalls(core) },
  passwordFeature(core),
  { calls: totpCalls(core) },
  { pages: captchaPages(core) },
  { pages: phoneFrame(core) },
  { pages: errorDocs() },
  { pages: widgetFiles() },
]
