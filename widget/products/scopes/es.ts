import type { ScopeTexts } from './en.ts'

export const es: ScopeTexts = {
  openid: 'Verificar su identidad',
  profile: 'Ver la información personal de su perfil',
  profileDetail: 'Su nombre, su foto de perfil y sus preferencias de idioma',
  emailDetail: 'Su dirección de correo electrónico',
  phoneDetail: 'Su número de teléfono',
  offlineAccess: 'Mantener el acceso a sus datos aunque no esté usando la aplicación',
  useScope: 'Usar el ámbito {scope}',
  watchPapers: 'Seguir artículos por usted, para que le lleguen sus novedades',
  draftNotes: 'Escribir borradores de notas, que solo usted envía',
  draftClaims: 'Escribir borradores de solicitudes para reproducir un artículo, que solo usted envía',
}
