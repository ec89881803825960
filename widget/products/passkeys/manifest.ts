import type { ShapeOf } from '../../shape/index.ts'
import type { Manifest } from '../manifest.ts'
import type { PasskeyTexts } from './en.ts'

export type PasskeyOptions = {
  /** The host of the page, or a parent of it on which passkeys are to work as well. The host when left out. */
  domain?: string
}

const optionsShape: ShapeOf<PasskeyOptions> = { fields: { domain: 'string' } }

/** True if the list is shown after creating a passkey rather than after skipping it. */
type State = { passkeyState: { isCreated: boolean } }

/** Signing in with a passkey, and setting some up. */
export const passkeys = {
  optionsKey: 'passkeyOptions',
  optionsShape,
  withDefaults: (options: PasskeyOptions | undefined): PasskeyOptions => options ?? {},
  screens: ['PasskeyRegistrationStart', 'PasskeyRegistrationSuccess', 'PasskeyConfirmation'],
  initialState: { passkeyState: { isCreated: false } } as State,
  actions: {
    update_passkey_state: (_: State, { passkeyState }: State) => ({ passkeyState }),
  },
  // Those in English come with the views.
  texts: { passkeys: {} as Partial<PasskeyTexts> },
  buttons: { group: 'passkey', count: () => 1 },
  landing: null,
} as const satisfies Manifest
