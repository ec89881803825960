import { providerTables } from '@corroborate/server-kit/retention'
import { createDeviceCookie } from '../device-cookies/index.ts'

/** Lifetime of a remembered device, in ms. */
export const rememberedFor = providerTables.remembered_devices.ms

/** The cookie by which a device is remembered. */
export const { secretIn: secretInCookies, headerFor: deviceCookie } = createDeviceCookie('remembered', rememberedFor)
