import { captchaServices } from '@corroborate/wire/captcha'
import { describeCaptcha } from '../../identity/conformance/testing/index.ts'
import { openOurClient } from './testing/our-client.ts'

const ours = await openOurClient()

describeCaptcha(ours, { services: captchaServices, loadsTelemetry: false })
