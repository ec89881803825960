/** Returns the path of our copy of an application's logo. */
export const logoPath = (projectId: string, clientId: string): string =>
  `/v1/public/logos/${projectId}/${encodeURIComponent(clientId)}`
