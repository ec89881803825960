import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { register } from './register.ts'
import { startRegistration } from './start-registration.ts'

/** A new passkey for somebody who is signed in: `start` gives what the browser needs, `register` takes what it made. */
export const createRegistrationCalls = (core: Core): readonly Route[] => [
  answer(endpoints.webauthn.registerStart, call => startRegistration(core, call)),
  answer(endpoints.webauthn.register, call => register(core, call)),
]
