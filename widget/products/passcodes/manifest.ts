import type { ShapeOf } from '../../shape/index.ts'
import { given, type Manifest } from '../manifest.ts'
import { en, type enOfScreens } from './en.ts'

export type OtpMethod = 'sms' | 'whatsapp' | 'email'

export type OtpOptions = {
  methods: readonly OtpMethod[]
  expirationMinutes?: number
  loginTemplateId?: string
  signupTemplateId?: string
}

const optionsShape: ShapeOf<OtpOptions> = {
  fields: {
    methods: { listOf: { oneOf: ['sms', 'whatsapp', 'email'] } },
    expirationMinutes: 'number',
    loginTemplateId: 'string',
    signupTemplateId: 'string',
  },
  required: ['methods'],
}

type State = { otpState: { type: OtpMethod; methodId: string; otpDestination: string } }

/** Sign-in by OTP, mailed or sent to a phone. Codes expire after 5 minutes by default (SPEC §9). */
export const passcodes = {
  optionsKey: 'otpOptions',
  optionsShape,
  withDefaults: (options: OtpOptions | undefined) => ({
    methods: [] as readonly OtpMethod[],
    expirationMinutes: 5,
    ...given(options),
  }),
  screens: ['OTPAuthenticate', 'OTPConfirmation'],
  initialState: { otpState: { type: 'email', methodId: '', otpDestination: '' } } as State,
  actions: {
    update_otp_state: ({ otpState }: State, action: { otpState: Partial<State['otpState']> }): State => ({
      otpState: { ...otpState, ...action.otpState },
    }),
  },
  texts: {
    ...en,
    passcode: {} as Partial<(typeof enOfScreens)['passcode']>,
    passcodeConfirmation: {} as Partial<(typeof enOfScreens)['passcodeConfirmation']>,
  },
  buttons: null,
  landing: null,
} as const satisfies Manifest
