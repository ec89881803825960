type Fillable = {
  addOIDCScope: (scope: string) => unknown
  rejectOIDCScope: (scope: string) => unknown
  addResourceScope: (resource: string, scope: string) => unknown
}

/** Scopes into a grant. */
export const fillGrant = (
  grant: Fillable,
  {
    granted,
    withheld,
  }: { granted: { scopes: readonly string[]; resources: readonly string[] }; withheld: readonly string[] },
): void => {
  const scopes = granted.scopes.join(' ')
  if (scopes !== '') {
    grant.addOIDCScope(scopes)
    for (const resource of granted.resources) grant.addResourceScope(resource, scopes)
  }
  if (withheld.length > 0) grant.rejectOIDCScope(withheld.join(' '))
}
