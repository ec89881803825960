import type { ShapeOf } from '../../shape/index.ts'
import { given, type Manifest } from '../manifest.ts'
import { en } from './en.ts'

export type EmailOptions = {
  loginRedirectURL?: string
  loginExpirationMinutes?: number
  signupRedirectURL?: string
  signupExpirationMinutes?: number
  loginTemplateId?: string
  signupTemplateId?: string
  createUserAsPending?: boolean
  /** Sender domain, for the Gmail search. */
  domainHint?: string
}

const optionsShape: ShapeOf<EmailOptions> = {
  fields: {
    loginRedirectURL: 'string',
    loginExpirationMinutes: 'number',
    signupRedirectURL: 'string',
    signupExpirationMinutes: 'number',
    loginTemplateId: 'string',
    signupTemplateId: 'string',
    createUserAsPending: 'boolean',
    domainHint: 'string',
  },
}

type State = { magicLinkState: { email: string } }

/** Sign-in by magic link. Links expire after 30 minutes by default (SPEC §9). */
export const email = {
  optionsKey: 'emailMagicLinksOptions',
  optionsShape,
  withDefaults: (options: EmailOptions | undefined) => ({
    loginExpirationMinutes: 30,
    signupExpirationMinutes: 30,
    createUserAsPending: false,
    ...given(options),
  }),
  screens: ['EmailConfirmation'],
  initialState: { magicLinkState: { email: '' } } as State,
  actions: {
    set_magic_link_email: (_: State, action: { email: string }): State => ({ magicLinkState: { email: action.email } }),
  },
  texts: en,
  buttons: null,
  landing: null,
} as const satisfies Manifest
