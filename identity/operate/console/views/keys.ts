import { captchaServices } from '@corroborate/wire/captcha'
import { oauthProviders } from '@corroborate/wire/providers'
import { jwksPath } from '@corroborate/wire/session-jwt'
import { publicKeys } from '../../../accounts/sessions/index.ts'
import { listClients, titleOf } from '../../../factors/oauth/index.ts'
import type { Cell } from '../page.ts'
import { offer, offerCell, ofProject, type ProjectContext, type View } from './context.ts'

/** The keys that sign a project's JWTs, their rotation, and the secret of its webhooks. */
export const keysView = async (context: ProjectContext): Promise<View> => {
  const { core, project } = context
  const keys = await publicKeys(core.db, project.id, core.now())
  return {
    ...ofProject(context, '/keys'),
    blocks: [
      {
        kind: 'heading',
        text: 'Keys of session JWTs',
        note: 'Applications verify signatures with the published keys.',
      },
      {
        kind: 'facts',
        rows: [
          ['Published at', { code: `${core.origin}${decodeURIComponent(jwksPath(project.id))}` }],
          ['Algorithm of new keys', project.jwtAlgorithm],
        ],
      },
      {
        kind: 'table',
        caption: 'Published keys',
        columns: ['Key', 'Algorithm'],
        rows: keys.map((key): Cell[] => [{ code: key.kid }, key.alg]),
        empty: 'No key yet. The first session creates one.',
      },
      ...offer(context, 'keys-rotate', {
        submit: 'Rotate keys',
        tone: 'main',
        folded: 'Sign with a new key',
        help: 'The new key is published for a minute before it signs. Old signatures stay valid until they expire, unless you revoke compromised keys; then the new key signs immediately.',
      }),
      { kind: 'heading', text: 'Secret of webhooks', note: 'Applications verify webhook signatures with it.' },
      ...offer(context, 'project-events-secret', { submit: 'Show secret', folded: 'Show the secret' }),
    ],
  }
}

/** Page of a project's social providers and captcha. */
export const providersView = async (context: ProjectContext): Promise<View> => {
  const { core, project } = context
  const clients = await listClients(core.db, project.id)
  return {
    ...ofProject(context, '/providers'),
    blocks: [
      { kind: 'heading', text: 'Social providers' },
      {
        kind: 'table',
        caption: 'Social providers',
        columns: ['Provider', 'Client id', ''],
        rows: clients.map(({ provider, clientId }): Cell[] => [
          titleOf(provider),
          { code: clientId },
          offerCell(context, 'project-provider-remove', {
            submit: 'Remove',
            tone: 'grave',
            folded: 'Remove',
            operands: [provider],
            help: 'Linked accounts stay.',
          }),
        ]),
        empty: 'No social providers. Users sign in with the provider’s own methods.',
      },
      ...offer(context, 'project-provider-set', {
        submit: 'Check and set',
        tone: 'main',
        folded: 'Set a provider',
        help: `One of ${oauthProviders.join(', ')}. The client is verified with the provider.`,
      }),
      { kind: 'heading', text: 'Captcha', note: 'Required close to rate limits, if enabled in the settings.' },
      {
        kind: 'facts',
        rows: [
          ['Used', project.captcha === null ? 'Proof of work' : project.captcha.service],
          ...(project.captcha === null ? [] : [['Site key', { code: project.captcha.siteKey }] as const]),
        ],
      },
      ...offer(context, 'project-captcha-set', {
        submit: 'Check and set',
        folded: 'Use a captcha service',
        help: `One of ${captchaServices.join(', ')}. The secret is verified with the service.`,
      }),
      ...(project.captcha === null
        ? []
        : offer(context, 'project-captcha-remove', {
            submit: 'Remove',
            tone: 'grave',
            folded: 'Go back to the proof of work',
          })),
    ],
  }
}
