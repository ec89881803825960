import { type CaptchaService, captchaServices } from '@corroborate/wire/captcha'
import { brought } from '../../features.ts'
import { audit } from '../../platform/audit/index.ts'
import { openSealer } from '../../platform/sealing/index.ts'
import { type ProjectConfig, updateProject } from '../../projects/index.ts'
import { askService, removeCaptchaSecrets, setCaptchaSecret } from '../../protection/index.ts'
import { chosenProject, ofProject } from './choose-project.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Command, CommandContext } from './command.ts'
import { actorHere } from './operator.ts'
import { flag, needed, neededSecret } from './read-flags.ts'
import { operand } from './read-words.ts'

const titles: Readonly<Record<CaptchaService, string>> = {
  'recaptcha-enterprise': 'reCAPTCHA Enterprise',
  'recaptcha-v3': 'reCAPTCHA',
  'recaptcha-v2': 'reCAPTCHA',
  turnstile: 'Turnstile',
}
const hasScore = (service: CaptchaService): boolean => service === 'recaptcha-enterprise' || service === 'recaptcha-v3'

const printable = /^[\x21-\x7e]{1,200}$/

const readSettings = (context: CommandContext): NonNullable<ProjectConfig['captcha']> => {
  const name = operand(context, 0, 'The service')
  const service = captchaServices.find(each => each === name)
  if (service === undefined) throw new UsageError(`There is no service "${name}": ${captchaServices.join(', ')}.`)
  const siteKey = needed(context, 'site-key', printable, 'one word')
  const score = flag(context, 'minimum-score')
  if (score !== '' && !hasScore(service)) throw new UsageError(`--minimum-score does not go with ${service}.`)
  if (score !== '' && !/^(0(\.\d+)?|1(\.0+)?)$/.test(score))
    throw new UsageError('--minimum-score must be a number from 0 to 1.')
  const isEnterprise = service === 'recaptcha-enterprise'
  if (!isEnterprise && flag(context, 'cloud-project') !== '')
    throw new UsageError(`--cloud-project does not go with ${service}.`)
  const cloudProject = isEnterprise
    ? needed(context, 'cloud-project', /^[a-z0-9][a-z0-9-]{0,62}$/, 'the id of a project at Google Cloud')
    : ''
  return { service, siteKey, cloudProject, minimumScore: score === '' ? 0.5 : Number(score) }
}

/** What tells people from programs in a project. When it is asked for are flags of `project set`. */
export const captchaCommands: readonly Command[] = [
  {
    words: ['project', 'captcha', 'set'],
    operands: 'SERVICE',
    summary: `has people told from programs by ${captchaServices.join(', ')}; asks whether it knows the secret`,
    flags: {
      'site-key': { argument: 'KEY', help: 'as the service gave it; pages load its script with it' },
      secret: { argument: 'TEXT', help: 'the secret, of Enterprise an API key; - reads it from standard input' },
      'cloud-project': { argument: 'ID', help: 'reCAPTCHA Enterprise: the project at Google Cloud' },
      'minimum-score': { argument: 'N', help: 'reCAPTCHA v3 and Enterprise: least from 0 to 1 (default: 0.5)' },
      ...ofProject,
    },
    run: async context => {
      const { db, settings } = context
      const project = await chosenProject(context)
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
        throw new CliError(`${titles[service]} does not know this secret (${checked.reason}). Nothing was changed.`)
      }
      await setCaptchaSecret(db, sealer, { projectId: project.id, service, secret }, Date.now())
      await updateProject(db, project.id, () => ({ config: { captcha } }), Date.now())
      await audit(db, {
        projectId: project.id,
        action: 'project.captcha_set',
        actor: actorHere(),
        at: Date.now(),
        details: captcha,
      })
      const known = checked.kind === 'unavailable' ? 'did not say whether it knows the secret' : 'knows the secret'
      const when =
        project.adaptiveCaptcha || project.captchaOnEveryCall || project.deviceFingerprint !== 'off'
          ? ''
          : '\nIt is not asked for yet: "project set" has --adaptive-captcha, --captcha-on-every-call and --device-fingerprint.'
      return { json: { ...captcha, checked: checked.kind }, text: `${titles[service]} ${known}.${when}` }
    },
  },
  {
    words: ['project', 'captcha', 'remove'],
    operands: '',
    summary: 'goes back to the proof of work',
    flags: { ...ofProject },
    run: async context => {
      const { db } = context
      const project = await chosenProject(context)
      if (project.captcha === null) throw new CliError(`${project.name} has no captcha but the proof of work.`)
      await updateProject(db, project.id, () => ({ config: { captcha: null } }), Date.now())
      await removeCaptchaSecrets(db, project.id)
      const details = { service: project.captcha.service }
      await audit(db, {
        projectId: project.id,
        action: 'project.captcha_removed',
        actor: actorHere(),
        at: Date.now(),
        details,
      })
      return { json: details, text: 'From now on, work is what proves somebody human.' }
    },
  },
]
