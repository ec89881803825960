import { captchaServices } from '@corroborate/wire/captcha'
import { afterAll } from 'vitest'
import { describeCaptcha } from '../../identity/conformance/testing/index.ts'
import { buildOurClient } from './testing/our-client.ts'

const ours = await buildOurClient()
afterAll(ours.remove)

describeCaptcha(ours, { services: captchaServices, loadsTelemetry: false })
