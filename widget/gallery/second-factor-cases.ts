import { silence } from '../testing/index.ts'

const somebody = (email: string, passkeys: readonly object[] = []) => {
  const user = {
    user_id: 'user-test-1',
    emails: [{ email_id: 'email-1', email, verified: true }],
    phone_numbers: [],
    webauthn_registrations: passkeys,
  }
  return {
    getStateSync: () => ({
      status: 'second_factor_required',
      user: null,
      session: null,
      pending: { user, session: {} },
    }),
  }
}
const ada = somebody('ada.lovelace@example.org')
const begin = { screen: 'SecondFactor', secondFactor: 'PasswordConfirmation' } as const
const other = (place: number) => `.siw-second-ways button:nth-child(${place})`

/** The second factor, in every state worth looking at. */
export const secondFactorCases = {
  SecondFactor: { script: ada, begin },
  'SecondFactor, of a long address': {
    script: somebody('ada.augusta.king.countess.of.lovelace.1815.to.1852@analytical-engine.example.org'),
    begin,
  },
  'SecondFactor, phone lost': { script: ada, begin, press: [other(1)] },
  'SecondFactor, beside a passkey': { script: somebody('ada.lovelace@example.org', [{}]), begin },
  'SecondFactor, by a passkey': {
    script: { ...somebody('ada.lovelace@example.org', [{}]), webauthn: { authenticate: silence } },
    begin,
    press: [other(2)],
  },
  SecondFactorConfirmation: { begin: { screen: 'SecondFactorConfirmation' as const } },
}
