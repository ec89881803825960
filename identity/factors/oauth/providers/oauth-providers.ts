import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { cleanName, flaggedEmail, id, localeOf, optionalText, type Profile, pictureUrl, provider } from './provider.ts'

const profile = z.object({ user_id: id, name: optionalText, email: optionalText })

/** https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html */
export const amazon = provider({
  id: 'amazon',
  title: 'Amazon',
  authorization: 'https://www.amazon.com/ap/oa',
  token: 'https://api.amazon.com/auth/o2/token',
  scopes: ['profile'],
  requests: () => [{ url: 'https://api.amazon.com/user/profile' }],
  toProfile: ({ answers: [answer] }) => {
    const { user_id, name, email } = profile.parse(answer)
    return {
      subject: user_id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(name),
      pictureUrl: '',
      locale: '',
    }
  },
})

const coinbaseUser = z.object({
  data: z.object({ id, name: optionalText, avatar_url: optionalText, email: optionalText }),
})

/** https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview */
export const coinbase = provider({
  id: 'coinbase',
  title: 'Coinbase',
  authorization: 'https://login.coinbase.com/oauth2/auth',
  token: 'https://login.coinbase.com/oauth2/token',
  scopes: ['wallet:user:read', 'wallet:user:email'],
  scopeSeparator: ',',
  requests: () => [{ url: 'https://api.coinbase.com/v2/user', headers: { 'CB-VERSION': '2024-10-01' } }],
  toProfile: ({ answers: [answer] }) => {
    const { id, name, avatar_url, email } = coinbaseUser.parse(answer).data
    return {
      subject: id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(name),
      pictureUrl: pictureUrl(avatar_url),
      locale: '',
    }
  },
})

const me = z.object({
  id,
  username: optionalText,
  global_name: optionalText,
  avatar: optionalText,
  email: optionalText,
  verified: z.unknown().optional(),
  locale: z.unknown().optional(),
})

/** https://discord.com/developers/docs/topics/oauth2 */
export const discord = provider({
  id: 'discord',
  title: 'Discord',
  authorization: 'https://discord.com/oauth2/authorize',
  token: 'https://discord.com/api/oauth2/token',
  scopes: ['identify', 'email'],
  requests: () => [{ url: 'https://discord.com/api/users/@me' }],
  toProfile: ({ answers: [answer] }) => {
    const { id, username, global_name, avatar, email, verified, locale } = me.parse(answer)
    const hasAvatar = /^[a-z0-9_]+$/i.test(avatar)
    return {
      subject: id,
      email: flaggedEmail(email, verified, 'B'),
      name: cleanName(global_name || username),
      pictureUrl: hasAvatar ? `https://cdn.discordapp.com/avatars/${encodeURIComponent(id)}/${avatar}.png` : '',
      locale: localeOf(locale),
    }
  },
})

const facebookMe = z.object({
  id,
  name: optionalText,
  email: optionalText,
  picture: z.object({ data: z.object({ url: optionalText }) }).catch({ data: { url: '' } }),
})

/** Proves that our server uses the token, so that a stolen one is useless (`appsecret_proof`). */
const proofOf = (accessToken: string, clientSecret: string): string =>
  createHmac('sha256', clientSecret).update(accessToken).digest('hex')

/** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const facebook = provider({
  id: 'facebook',
  title: 'Facebook',
  authorization: 'https://www.facebook.com/v24.0/dialog/oauth',
  token: 'https://graph.facebook.com/v24.0/oauth/access_token',
  scopes: ['email', 'public_profile'],
  pkce: false,
  requests: ({ accessToken, clientSecret }) => {
    const query = new URLSearchParams({
      fields: 'id,name,email,picture',
      appsecret_proof: proofOf(accessToken, clientSecret),
    })
    return [{ url: `https://graph.facebook.com/v24.0/me?${query}` }]
  },
  toProfile: ({ answers: [answer] }) => {
    const { id, name, email, picture } = facebookMe.parse(answer)
    return {
      subject: id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(name),
      pictureUrl: pictureUrl(picture.data.url),
      locale: '',
    }
  },
})

const figmaMe = z.object({ id, handle: optionalText, img_url: optionalText, email: optionalText })

/** https://developers.figma.com/docs/rest-api/authentication/ */
export const figma = provider({
  id: 'figma',
  title: 'Figma',
  authorization: 'https://www.figma.com/oauth',
  token: 'https://api.figma.com/v1/oauth/token',
  scopes: ['current_user:read'],
  clientAuth: 'basic',
  requests: () => [{ url: 'https://api.figma.com/v1/me' }],
  toProfile: ({ answers: [answer] }) => {
    const { id, handle, img_url, email } = figmaMe.parse(answer)
    return {
      subject: id,
      email: email === '' ? null : { address: email, class: 'C' },
      name: cleanName(handle),
      pictureUrl: pictureUrl(img_url),
      locale: '',
    }
  },
})

const githubUser = z.object({ id, login: optionalText, name: optionalText, avatar_url: optionalText })
const email = z.object({ email: z.string(), primary: z.boolean().catch(false), verified: z.boolean().catch(false) })

/** The primary address, if GitHub has checked it. An app without the permission gets 404 instead of the list. */
const githubPrimaryEmail = (list: unknown): Profile['email'] => {
  const found = z.array(email).catch([]).parse(list)
  const primary = found.find(entry => entry.primary && entry.verified)
  return primary === undefined ? null : { address: primary.email, class: 'B' }
}

const headers = { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' }

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github = provider({
  id: 'github',
  title: 'GitHub',
  authorization: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  // It comes with the code (RFC 9207). There is no id_token.
  issuer: 'https://github.com/login/oauth',
  scopes: ['read:user', 'user:email'],
  requests: () => [
    { url: 'https://api.github.com/user', headers },
    { url: 'https://api.github.com/user/emails', headers, isOptional: true },
  ],
  toProfile: ({ answers: [self, emails] }) => {
    const { id, login, name, avatar_url } = githubUser.parse(self)
    return {
      subject: id,
      email: githubPrimaryEmail(emails),
      name: cleanName(name || login),
      pictureUrl: pictureUrl(avatar_url),
      locale: '',
    }
  },
})

const user = z.object({
  // Another person may get the user name later, but never the uuid.
  uuid: z.string().regex(/^\{?[0-9a-f-]{36}\}?$/i),
  display_name: optionalText,
  links: z.object({ avatar: z.object({ href: optionalText }) }).catch({ avatar: { href: '' } }),
})
const emails = z.object({
  values: z.array(
    z.object({ email: z.string(), is_primary: z.boolean().catch(false), is_confirmed: z.boolean().catch(false) }),
  ),
})

const primaryEmail = (answer: unknown): Profile['email'] => {
  const { values } = emails.catch({ values: [] }).parse(answer)
  const primary = values.find(entry => entry.is_primary && entry.is_confirmed)
  return primary === undefined ? null : { address: primary.email, class: 'B' }
}

/** https://developer.atlassian.com/cloud/bitbucket/oauth-2/ ; it answers with `scopes` where others say `scope`. */
export const bitbucket = provider({
  id: 'bitbucket',
  title: 'Bitbucket',
  authorization: 'https://bitbucket.org/site/oauth2/authorize',
  token: 'https://bitbucket.org/site/oauth2/access_token',
  scopes: ['account', 'email'],
  pkce: false,
  clientAuth: 'basic',
  requests: () => [
    { url: 'https://api.bitbucket.org/2.0/user' },
    { url: 'https://api.bitbucket.org/2.0/user/emails', isOptional: true },
  ],
  toProfile: ({ answers: [self, list] }) => {
    const { uuid, display_name, links } = user.parse(self)
    return {
      subject: uuid,
      email: primaryEmail(list),
      name: cleanName(display_name),
      pictureUrl: pictureUrl(links.avatar.href),
      locale: '',
    }
  },
})
