import { flagValue, UsageError } from '@corroborate/server-kit/command-line'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type CaptchaService, captchaServices } from '@corroborate/wire/captcha'
import { brought } from '../../features.ts'
import { openSealer } from '../../platform/sealing/index.ts'
import { type ProjectConfig, updateProject } from '../../projects/index.ts'
import { askService, removeCaptchaSecrets, setCaptchaSecret } from '../../protection/index.ts'
import { ofProject } from './choose-project.ts'
import type { Command, CommandContext } from './command.ts'
import { noteOf } from './operator.ts'
import { needed, neededSecret } from './read-flags.ts'

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
  if (service === undefined)
    throw new UsageError(`There is no service "${name}". These are known: ${captchaServices.join(', ')}.`)
  const siteKey = needed(context, 'site-key', printable, 'one word')
  const score = flagValue(context, 'minimum-score')
  if (score !== '' && !hasScore(service)) throw new UsageError(`--minimum-score does not go with ${service}.`)
  if (score !== '' && !/^(0(\.\d+)?|1(\.0+)?)$/.test(score))
    throw new UsageError('--minimum-score must be a number from 0 to 1.')
  const isEnterprise = service === 'recaptcha-enterprise'
  if (!isEnterprise && flagValue(context, 'cloud-project') !== '')
    throw new UsageError(`--cloud-project does not go with ${service}.`)
  const cloudProject = isEnterprise
    ? needed(context, 'cloud-project', /^[a-z0-9][a-z0-9-]{0,62}$/, 'the id of a project at Google Cloud')
    : ''
  return { service, siteKey, cloudProject, minimumScore: score === '' ? 0.5 : Number(score) }
}

/** Commands for a project's captcha. Options of `project set` control when it is required. */
export const captchaCommands: readonly Command[] = [
  ofProject({
    usage: 'project captcha set <SERVICE>',
    summary: `Uses a captcha service: ${captchaServices.join(', ')}. Asks the service whether it knows the secret`,
    flags: {
      'site-key': { argument: 'KEY', help: 'From the service. Pages load its script with it' },
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
      const checked = await askService(settings.captchaServicesUrl, {
        token: 'a-token-that-nobody-has',
        secret,
        settings: captcha,
        hosts: [],
        request: { address: '', userAgent: '' },
      })
      if (checked.kind === 'misconfigured') {
        throw new OperatorError(
          `${titles[service]} does not know this secret (${checked.reason}). Nothing was changed.`,
        )
      }
      await setCaptchaSecret(db, sealer, { projectId: project.id, service, secret }, Date.now())
      await updateProject(db, project.id, () => ({ config: { captcha } }), Date.now())
      await noteOf(context.operator, db, project, 'project.captcha_set', { details: captcha })
      const known = checked.kind === 'unavailable' ? 'did not say whether it knows the secret' : 'knows the secret'
      const when =
        project.adaptiveCaptcha || project.captchaOnEveryCall || project.deviceFingerprint !== 'off'
          ? ''
          : '\nNobody is asked for a captcha yet. These options of "project set" change that: --adaptive-captcha, --captcha-on-every-call, --device-fingerprint.'
      return { json: { ...captcha, checked: checked.kind }, text: `${titles[service]} ${known}.${when}` }
    },
  }),
  ofProject({
    usage: 'project captcha remove',
    summary: 'Goes back to the proof of work',
    run: async context => {
      const { db, project } = context
      if (project.captcha === null) throw new OperatorError(`${project.name} uses no captcha service.`)
      await updateProject(db, project.id, () => ({ config: { captcha: null } }), Date.now())
      await removeCaptchaSecrets(db, project.id)
      const details = { service: project.captcha.service }
      await noteOf(context.operator, db, project, 'project.captcha_removed', { details })
      return { json: details, text: 'The project uses the proof of work from now on.' }
    },
  }),
]
