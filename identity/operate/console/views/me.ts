import { isSecondFactor } from '../../../accounts/second-factor/second-factor.ts'
import { listSessions } from '../../../accounts/sessions/index.ts'
import { roleWords } from '../../../administrators/store.ts'
import { deviceOf } from '../../../platform/devices/device-of.ts'
import type { Block, Cell } from '../page.ts'
import { plainForm } from '../sign-in.ts'
import type { View, ViewContext } from './context.ts'

/** An administrator's own account: factors, sessions, password. */
export const meView = async ({ core, administrator }: ViewContext): Promise<View> => {
  const { project, user, session, role } = administrator
  const sessions = await listSessions(core.db, project.id, user.user_id, core.now())
  const apps = user.totps.filter(({ verified }) => verified)
  return {
    title: 'Your account',
    intro: roleWords[role],
    blocks: [
      { kind: 'heading', text: 'Second factors' },
      {
        kind: 'table',
        caption: 'Second factors',
        columns: ['What', 'Name', ''],
        rows: [
          ...user.webauthn_registrations.map((each): Cell[] => [
            'Passkey',
            each.name,
            removal(`/console/me/passkeys/${each.webauthn_registration_id}/remove`),
          ]),
          ...apps.map((each): Cell[] => ['Authenticator app', '', removal(`/console/me/apps/${each.totp_id}/remove`)]),
        ],
        empty: 'None yet. Your next sign-in will require setting one up.',
      },
      {
        kind: 'passkey',
        label: 'Add a passkey',
        action: '/console/me/passkeys',
        options: '/console/me/passkeys/options',
        ceremony: 'register',
      },
      ...(apps.length > 0 ? [] : [plainForm('/console/me/apps', 'Set up an authenticator app', [], { tone: 'plain' })]),
      {
        kind: 'heading',
        text: 'Password',
        note: 'Replaces the emailed code. The second factor is still required.',
      },
      plainForm(
        '/console/me/password',
        user.password === null ? 'Set the password' : 'Change the password',
        [{ name: 'password', label: 'New password', type: 'new-password', required: true }],
        { tone: 'plain', folded: user.password === null ? 'Set a password' : 'Change the password' },
      ),
      { kind: 'heading', text: 'Your sessions' },
      {
        kind: 'table',
        caption: 'Sessions',
        columns: ['Device', 'From', 'Began', 'Last used', ''],
        rows: sessions.map(({ id, userAgent, address, factors, startedAt, lastAccessedAt }): Cell[] => {
          const { browser, system } = deviceOf(userAgent)
          const device = [browser, system].filter(Boolean).join(' on ') || 'Unknown'
          return [
            factors.some(isSecondFactor) ? device : `${device}, without a second factor`,
            address,
            { time: startedAt },
            { time: lastAccessedAt },
            id === session.id ? { badge: 'this one', tone: 'plain' } : removal(`/console/me/sessions/${id}/end`, 'End'),
          ]
        }),
        empty: '',
      },
    ] satisfies Block[],
  }
}

const removal = (action: string, word = 'Remove'): Cell => ({
  form: plainForm(action, word, [], { tone: 'grave', folded: word }),
})
