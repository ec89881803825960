import { accountCalls } from './account/index.ts'
import type { Core } from './core/index.ts'
import { deliveryFeature } from './delivery/index.ts'
import { errorDocs } from './error-docs/index.ts'
import { eventCalls } from './events/index.ts'
import type { Feature } from './feature/index.ts'
import { impersonationCalls } from './impersonation/index.ts'
import { magicLinkCalls } from './magic-links/index.ts'
import { memberCalls } from './members/index.ts'
import { otpCalls } from './otps/index.ts'
import { passwordFeature } from './passwords/index.ts'
import { phoneFrame } from './phone-frame/index.ts'
import { projectCalls } from './projects/index.ts'
import { captchaPages } from './protection/index.ts'
import { sessionCalls } from './sessions/index.ts'
import { totpCalls } from './totps/index.ts'
import { widgetFiles } from './widget-files/index.ts'

/** Every feature of the provider. A new folder adds one line. */
export const features = (core: Core): readonly Feature[] => [
  { calls: projectCalls },
  { calls: sessionCalls(core) },
  { calls: accountCalls(core) },
  { calls: impersonationCalls(core) },
  { calls: eventCalls(core) },
  { calls: memberCalls },
  deliveryFeature(core),
  { calls: magicLinkCalls(core) },
  { calls: otpCalls(core) },
  passwordFeature(core),
  { calls: totpCalls(core) },
  { pages: captchaPages(core) },
  { pages: phoneFrame(core) },
  { pages: errorDocs() },
  { pages: widgetFiles() },
]
