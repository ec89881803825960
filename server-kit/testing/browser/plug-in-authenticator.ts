import type { CDPSession, Page } from '@playwright/test'

/** Capabilities of the virtual authenticator. Defaults to a platform authenticator with resident keys and user verification. */
export type AuthenticatorAbilities = {
  transport?: 'internal' | 'usb'
  hasResidentKey?: boolean
  hasUserVerification?: boolean
  isUserVerified?: boolean
}

export type PluggedIn = { device: CDPSession; authenticatorId: string }

/** An authenticator in the browser, which agrees to everything (CTAP 2.1; WebAuthn domain of the DevTools protocol). */
export const plugInAuthenticator = async (page: Page, abilities: AuthenticatorAbilities = {}): Promise<PluggedIn> => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...abilities,
    },
  })
  return { device, authenticatorId }
}
