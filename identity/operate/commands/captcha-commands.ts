import { flagValue, UsageError } from '@corroborate/server-kit/command-line'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type CaptchaService, captchaServices } from '@corroborate/wire/captcha'
import { publicKeys, rotateKey } from '../../accounts/sessions/index.ts'
import { brought } from '../../features.ts'
import { openSealer } from '../../platform/sealing/sealed-rows.ts'
import { type ProjectConfig, updateProject } from '../../projects/index.ts'
import { removeCaptchaSecrets, setCaptchaSecret, verifyWithService } from '../../protection/index.ts'
import { type Delivery, listDeliveries, replayDelivery } from '../../webhooks/index.ts'
import { adminCommands } from './admin-commands.ts'
import { appCommands } from './app-commands.ts'
import { auditCommands } from './audit-commands.ts'
import { type Command, type CommandContext, ofProject } from './command.ts'
import { impersonationCommands } from './impersonation-commands.ts'
import { noteOf } from './operator.ts'
import { outboxCommands } from './outbox-commands.ts'
import { projectCommands } from './project-commands.ts'
import { needed, neededSecret, providerCommands } from './provider-commands.ts'
import { supportCommands } from './support-commands.ts'
import { limitFlag, limitOf, userCommands } from './user-commands.ts'

const titles: Readonly<Record<CaptchaService, string>> = {
  'recaptcha-enterprise': 'reCAPTCHA Enterprise',
  'recaptcha-v3': 'reCAPTCHA',
  'recaptcha-v2': 'reCAPTCHA',
  turnstile: 'Turnstile',
}
const hasScore = (service: CaptchaService): boolean => service === 'recaptcha-enterprise' || service === 'recaptcha-v3'

const printable = /^[\x21-\x7e]{1,200}$/

const readSettings = (context: CommandContext): NonNullable<ProjectConfig['captcha']> => {
  const [name] = context.operands
  const service = captchaServices.find(each => each === name)
  if (service === undefined) throw new UsageError(`Unknown service "${name}". Services: ${captchaServices.join(', ')}.`)
  const siteKey = needed(context, 'site-key', printable, 'one word')
  const score = flagValue(context, 'minimum-score')
  if (score !== '' && !hasScore(service)) throw new UsageError(`--minimum-score is not supported by ${service}.`)
  if (score !== '' && !/^(0(\.\d+)?|1(\.0+)?)$/.test(score))
    throw new UsageError('--minimum-score must be a number from 0 to 1.')
  const isEnterprise = service === 'recaptcha-enterprise'
  if (!isEnterprise && flagValue(context, 'cloud-project') !== '')
    throw new UsageError(`--cloud-project is not supported by ${service}.`)
  const cloudProject = isEnterprise
    ? needed(context, 'cloud-project', /^[a-z0-9][a-z0-9-]{0,62}$/, 'the id of a project at Google Cloud')
    : ''
  return { service, siteKey, cloudProject, minimumScore: score === '' ? 0.5 : Number(score) }
}

/** Commands for a project's captcha. Options of `project set` control when it is required. */
const captchaCommands: readonly Command[] = [
  ofProject({
    usage: 'project captcha set <SERVICE>',
    summary: `Set a captcha service: ${captchaServices.join(', ')}. Verifies the secret with the service`,
    flags: {
      'site-key': { argument: 'KEY', help: 'Site key from the service' },
      secret: { argument: 'TEXT', help: 'The secret (of Enterprise an API key). - reads it from standard input' },
      'cloud-project': { argument: 'ID', help: 'reCAPTCHA Enterprise: the project at Google Cloud' },
      'minimum-score': {
        argument: 'N',
        help: 'reCAPTCHA v3 and Enterprise: the lowest score that passes, from 0 to 1 (default: 0.5)',
      },
    },
    run: async context => {
      const { db, settings, project } = context
      const captcha = readSettings(context)
      const secret = await neededSecret(context, 'secret', printable, 'The secret')
      const { service } = captcha
      const sealer = await openSealer(db, brought.sealed, settings)
      const checked = await verifyWithService(settings.captchaServicesUrl, {
        token: 'a-token-that-nobody-has',
        secret,
        settings: captcha,
        hosts: [],
        request: { address: '', userAgent: '' },
      })
      if (checked.kind === 'misconfigured') {
        throw new OperatorError(`${titles[service]} rejected this secret (${checked.reason}). Nothing was changed.`)
      }
      await setCaptchaSecret(db, sealer, { projectId: project.id, service, secret }, Date.now())
      await updateProject(db, project.id, () => ({ config: { captcha } }), Date.now())
      await noteOf(context.operator, db, project, 'project.captcha_set', { details: captcha })
      const known = checked.kind === 'unavailable' ? 'did not say whether it knows the secret' : 'knows the secret'
      const when =
        project.adaptiveCaptcha || project.captchaOnEveryCall || project.deviceFingerprint !== 'off'
          ? ''
          : '\nNo captcha is required yet. Enable it with "project set": --adaptive-captcha, --captcha-on-every-call, --device-fingerprint.'
      return { json: { ...captcha, checked: checked.kind }, text: `${titles[service]} ${known}.${when}` }
    },
  }),
  ofProject({
    usage: 'project captcha remove',
    summary: 'Switch back to proof of work',
    run: async context => {
      const { db, project } = context
      if (project.captcha === null) throw new OperatorError(`${project.name} uses no captcha service.`)
      await updateProject(db, project.id, () => ({ config: { captcha: null } }), Date.now())
      await removeCaptchaSecrets(db, project.id)
      const details = { service: project.captcha.service }
      await noteOf(context.operator, db, project, 'project.captcha_removed', { details })
      return { json: details, text: 'The project now uses proof of work.' }
    },
  }),
]

/** Commands for JWT signing keys. */
const keyCommands: readonly Command[] = [
  ofProject({
    usage: 'keys rotate',
    summary:
      'Rotate the JWT signing key: published for a minute, then used. Old signatures stay valid until they expire',
    flags: {
      'revoke-old': {
        argument: '',
        help: 'Revoke compromised keys: their signatures become invalid and the new key signs immediately',
      },
    },
    run: async ({ db, settings, project, operator, flags }) => {
      const revokeOld = flags['revoke-old'] !== undefined
      const kid = await rotateKey(db, await openSealer(db, brought.sealed, settings), project, {
        revokeOld,
        now: Date.now(),
      })
      await noteOf(operator, db, project, 'keys.rotated', { details: { kid, old_revoked: revokeOld } })
      const keys = (await publicKeys(db, project.id, Date.now())).map(key => key.kid)
      return {
        json: { kid, published: keys },
        text: `Signing with ${kid}${revokeOld ? '' : ' in a minute, once published'}; ${keys.length === 1 ? '1 key is' : `${keys.length} keys are`} published.`,
      }
    },
  }),
]

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'webhook.replayed': true
  }
}

const deliveryView = (delivery: Delivery) => ({
  delivery_id: delivery.deliveryId,
  type: delivery.type,
  user_id: delivery.userId,
  happened_at: new Date(delivery.happenedAt).toISOString(),
  url: delivery.url,
  state: delivery.state,
  attempts: delivery.attempts,
  answer: delivery.answer,
  attempted_at: new Date(delivery.attemptedAt).toISOString(),
})

/** Commands for webhook deliveries. */
const webhookCommands: readonly Command[] = [
  ofProject({
    usage: 'webhook list',
    reads: true,
    summary: 'List webhook deliveries of the last month with their responses',
    flags: limitFlag,
    run: async ({ db, project, flags }) => {
      const deliveries = (await listDeliveries(db, project.id, { limit: limitOf(flags) })).map(deliveryView)
      const line = (each: (typeof deliveries)[number]) =>
        [each.delivery_id, each.attempted_at, each.type, each.state, each.answer].join('  ')
      return { json: deliveries, text: deliveries.map(line).join('\n') || 'None in the last month.' }
    },
  }),
  ofProject({
    usage: 'webhook replay <DELIVERY>',
    role: 'support',
    summary: 'Redeliver a webhook under the same ID',
    run: async ({ db, project, operator, operands: [id = ''] }) => {
      const isKnown = await runTransaction(db, async tx => {
        if (!(await replayDelivery(tx, project.id, id, Date.now()))) return false
        await noteOf(operator, tx, project, 'webhook.replayed', { details: { delivery_id: id } })
        return true
      })
      if (!isKnown) throw new OperatorError(`No delivery with ID ${id}. List them with \`webhook list\`.`)
      return { json: { replayed: id }, text: 'Redelivery scheduled.' }
    },
  }),
]

/** Everything `npm run identity` can do. */
export const commands: readonly Command[] = [
  ...projectCommands,
  ...providerCommands,
  ...captchaCommands,
  ...userCommands,
  ...supportCommands,
  ...keyCommands,
  ...appCommands,
  ...impersonationCommands,
  ...auditCommands,
  ...outboxCommands,
  ...webhookCommands,
  ...adminCommands,
]
