import { last, number, onOff, type ProjectConfig, SettingError, type SettingFlags } from '../projects/index.ts'

type Openid = ProjectConfig['openid']

const turned = (name: keyof { [K in keyof Openid as Openid[K] extends boolean ? K : never]: true }, help: string) => ({
  argument: 'on|off',
  help,
  apply: ({ openid }: ProjectConfig, values: string[]) => ({ openid: { ...openid, [name]: onOff(values) } }),
})

/** `URL`, `URL=scope,scope`, either with `;jwt` behind it. */
const resourceOf = (text: string): Openid['resources'][number] => {
  const [place = '', format = 'opaque'] = text.split(';')
  const at = place.indexOf('=')
  const resource = at === -1 ? place : place.slice(0, at)
  const scopes = at === -1 ? [] : place.slice(at + 1).split(',')
  if (format !== 'opaque' && format !== 'jwt') throw new SettingError('must end with ;jwt or with nothing')
  if (!URL.canParse(resource)) throw new SettingError('must be URL=SCOPE,SCOPE')
  return { resource: new URL(resource).href, scopes: scopes.filter(scope => scope !== ''), format }
}

/** What an operator decides about applications of others. */
export const openidSettings: SettingFlags = {
  'authorize-url': {
    argument: 'URL|none',
    help: 'the page where people decide what other applications get, and log out from them',
    apply: (_, values) => ({ authorizeUrl: last(values) === 'none' ? null : last(values) }),
  },
  'dynamic-registration': {
    argument: 'off',
    help: 'applications cannot register themselves yet (RFC 7591)',
    apply: (_, values) => {
      if (onOff(values)) {
        throw new SettingError('cannot be on yet: what registers is not stored. Register applications by `app create`')
      }
      return {}
    },
  },
  'client-id-documents': turned('clientIdDocuments', 'let an application’s id be the address of its description'),
  'pushed-requests': turned('pushedRequests', 'take requests ahead, server to server (RFC 9126)'),
  dpop: turned('dpop', 'bind tokens to a key of the application (RFC 9449)'),
  'client-credentials': turned('clientCredentials', 'let machines sign in as themselves'),
  'api-resource': {
    argument: 'URL=SCOPE,SCOPE[;jwt]',
    help: 'an API that accepts our tokens, with its scopes (repeatable; ;jwt: it checks them itself)',
    apply: ({ openid }, values) => {
      const added = values.map(resourceOf)
      const others = openid.resources.filter(({ resource }) => added.every(one => one.resource !== resource))
      return { openid: { ...openid, resources: [...others, ...added] } }
    },
  },
  'remove-api-resource': {
    argument: 'URL',
    help: 'no longer',
    apply: ({ openid }, values) => ({
      openid: { ...openid, resources: openid.resources.filter(({ resource }) => !values.includes(resource)) },
    }),
  },
  'access-token-minutes': {
    argument: 'N',
    help: 'how long access tokens of applications are good for',
    apply: ({ openid }, values) => ({ openid: { ...openid, accessTokenMinutes: number(values) } }),
  },
  'refresh-token-days': {
    argument: 'N',
    help: 'a refresh token that is not used for so long is void',
    apply: ({ openid }, values) => ({ openid: { ...openid, refreshTokenDays: number(values) } }),
  },
}
