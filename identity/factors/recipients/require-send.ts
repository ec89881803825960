import { type Channel, reaches } from '../../delivery/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'

const templateFields = ['login_template_id', 'signup_template_id', 'reset_password_template_id'] as const

type Asked = {
  project: Project
  request: RequestFacts
  body: { captcha_token?: string | undefined } & Partial<Record<(typeof templateFields)[number], string | undefined>>
  channel: Channel
  /** The canonical address, or the number in E.164. */
  to: string
  /** ISO 3166 region of a number. */
  country?: string
}

const missing = {
  email: 'This server has no way to send mail yet.',
  sms: 'This server has no way to send texts yet.',
  whatsapp: 'This server has no way to send WhatsApp messages yet.',
} as const satisfies Record<Channel, string>

/**
 * Admits or rejects a message before anything is created or looked up, so that errors reveal nothing about accounts. The message counts for
 * the sender, the destination and, if it is a text, the country. Close to a rate limit, projects can require a captcha.
 * @throws Refusal `email_template_not_found`, `too_many_requests`, `captcha_required`, `captcha_failed`, `server_unavailable`
 */
export const requireSend = async (
  core: Core,
  { project, request, body, channel, to, country }: Asked,
): Promise<void> => {
  // There are only our own templates. They are used when the call names none.
  if (templateFields.some(field => body[field])) refuse('email_template_not_found')
  if (!reaches(core, channel)) refuse('server_unavailable', { message: missing[channel] })
  const { guard, captcha } = core
  const kept = [
    await guard.address('sendPerAddress', request),
    ...(country === undefined ? [] : [await guard.address('textPerAddress', request)]),
    await guard.project('sendPerDestination', project, to),
    ...(country === undefined ? [] : [await guard.project('textPerCountry', project, country)]),
  ]
  await captcha.requireWhenNear({ project, request, body, kept })
}
