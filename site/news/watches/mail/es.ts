import { datePhrase, type Words } from './date-phrase.ts'

export const spanish: Words = {
  language: 'es',
  subjectOfOne: (what, title) => `${what}: ${title}`,
  subjectOfMany: (things, papers) =>
    papers === 1
      ? `${things} novedades sobre un artículo que sigues`
      : `${things} novedades sobre ${papers} artículos que sigues`,
  heading: things =>
    things === 1 ? 'Hay novedades en un artículo que sigues' : 'Novedades en los artículos que sigues',
  intro: papers =>
    papers === 1 ? 'Un artículo que sigues ha cambiado.' : `${papers} artículos que sigues han cambiado.`,
  kinds: {
    correction: 'Corrección',
    retraction: 'Retractación',
    concern: 'Expresión de preocupación',
    reinstatement: 'Retractación revertida',
    replication: 'Replicación',
    'report-approved': 'Informe de reproducción',
    'note-approved': 'Nota de la comunidad',
    claim: 'Reproducción anunciada',
    bounty: 'La recompensa ha aumentado',
    'cites-retracted': 'Un artículo que cita ha sido retractado o retirado',
    'cites-concern': 'Expresión de preocupación sobre un artículo que cita',
    'cites-not-held': 'No se pudo replicar un artículo que cita',
  },
  outcomes: {
    held: 'el resultado se mantuvo',
    'not-held': 'el resultado no se mantuvo',
    mixed: 'resultado mixto',
    unclear: 'resultado poco claro',
    success: 'reproducido',
    partial: 'reproducido en parte',
    failed: 'no reproducido',
  },
  when: datePhrase('es-ES', { day: 'el', month: 'en', year: 'en' }),
  claimedBy: name => `${name} anunció una reproducción`,
  grewBy: amount => `La recompensa ha aumentado en ${amount}`,
  by: name => `de ${name}`,
  accordingTo: name => `según ${name}`,
  open: 'Abrir su página',
  dashboard: 'Ver tu panel',
  because: address =>
    `Recibes este correo en ${address} porque sigues estos artículos en Corroborate. No se leen las respuestas.`,
  choose: 'Cambiar los ajustes de correo',
  unsubscribe: 'Cancelar todos los correos',
}
