import { number, onOff, type SettingFlags } from '../../projects/index.ts'

export const magicLinkSettings: SettingFlags = {
  'magic-link-minutes': {
    argument: 'N',
    help: 'how long a magic link works at most (10 or less for the strict profile of ASVS 6.5.5)',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, magicLink: number(values) } }),
  },
  'pkce-magic-links': {
    argument: 'on|off',
    help: 'require PKCE for magic links',
    apply: ({ pkce }, values) => ({ pkce: { ...pkce, magicLinks: onOff(values) } }),
  },
}
