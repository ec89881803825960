import { everybodysRole, named, SettingError, type SettingFlag } from '../../../projects/index.ts'

/** Roles of users, and scopes of the consent screen. */
export const roleSettings = {
  role: {
    argument: 'NAME=TEXT',
    help: 'a role with what it means (repeatable)',
    apply: ({ rbac }, values) => ({
      rbac: {
        ...rbac,
        roles: named(values).reduce((roles, [role_id, description]) => {
          const permissions = roles.find(role => role.role_id === role_id)?.permissions ?? []
          return [...roles.filter(role => role.role_id !== role_id), { role_id, description, permissions }]
        }, rbac.roles),
      },
    }),
  },
  'remove-role': {
    argument: 'NAME',
    help: 'no longer one',
    apply: ({ rbac }, values) => {
      if (values.includes(everybodysRole)) throw new SettingError('is the role of everybody')
      return { rbac: { ...rbac, roles: rbac.roles.filter(({ role_id }) => !values.includes(role_id)) } }
    },
  },
  scope: {
    argument: 'NAME=TEXT',
    help: 'a scope with what the consent screen says of it (repeatable)',
    apply: ({ rbac }, values) => ({
      rbac: {
        ...rbac,
        scopes: named(values).reduce((scopes, [scope, description]) => {
          const permissions = scopes.find(known => known.scope === scope)?.permissions ?? []
          return [...scopes.filter(known => known.scope !== scope), { scope, description, permissions }]
        }, rbac.scopes),
      },
    }),
  },
  'remove-scope': {
    argument: 'NAME',
    help: 'no longer one',
    apply: ({ rbac }, values) => ({
      rbac: { ...rbac, scopes: rbac.scopes.filter(({ scope }) => !values.includes(scope)) },
    }),
  },
} satisfies Record<string, SettingFlag>
