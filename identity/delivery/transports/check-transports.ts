import { createSmtpMailer } from '@corroborate/server-kit/mail'
import type { Settings } from '@corroborate/server-kit/settings'

/** In ms. */
const patience = 5_000

/** Health checks of the message transports: connectivity and credentials, without sending anything. */
export const transportChecks = ({
  mail: { smtpUrl, from },
  twilio,
}: Pick<Settings, 'mail' | 'twilio'>): Readonly<Record<string, () => Promise<unknown>>> => ({
  ...(smtpUrl !== undefined && {
    'mail server': async () => {
      const mailer = createSmtpMailer(smtpUrl, from, patience)
      try {
        await mailer.check()
      } finally {
        mailer.close()
      }
    },
  }),
  ...(twilio !== null && {
    Twilio: async () => {
      const { accountSid, authToken, apiUrl } = twilio
      const answer = await fetch(`${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`, {
        headers: { Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken.reveal()}`).toString('base64')}` },
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`Twilio answered ${answer.status}`)
    },
  }),
})
