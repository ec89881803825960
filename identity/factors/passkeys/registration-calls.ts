import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { register } from './register.ts'
import { startRegistration } from './start-registration.ts'

/** Passkey registration for signed-in users: `start` returns the browser's options, `register` accepts its response. */
export const createRegistrationCalls = (core: Core): readonly Route[] => [
  answer(endpoints.webauthn.registerStart, call => startRegistration(core, call)),
  answer(endpoints.webauthn.register, call => register(core, call)),
]
