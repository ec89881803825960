import { describeCaptcha } from './testing/index.ts'
import { publishedClient } from './testing/page-server.ts'

describeCaptcha(publishedClient, { services: ['recaptcha-enterprise'], loadsTelemetry: true })
