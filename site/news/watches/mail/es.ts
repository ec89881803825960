import { datePhrase } from './date-phrase.ts'
import type { Words } from './words.ts'

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
    papers === 1 ? 'Algo ha pasado con un artículo que sigues.' : `Algo ha pasado con ${papers} artículos que sigues.`,
  kinds: {
    correction: 'Corrección',
    retraction: 'Retractación',
    concern: 'Expresión de preocupación',
    reinstatement: 'Retractación anulada',
    replication: 'Alguien lo ha repetido',
    'report-approved': 'Un informe de reproducción',
    'note-approved': 'Una nota de la comunidad',
    claim: 'Alguien lo va a reproducir',
    bounty: 'Su recompensa ha crecido',
    'cites-retracted': 'Un artículo que cita ha sido retractado o retirado',
    'cites-concern': 'Expresión de preocupación sobre un artículo que cita',
    'cites-not-held': 'Un artículo que cita no se mantuvo al repetirlo',
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
  grewBy: amount => `Su recompensa ha crecido en ${amount}`,
  by: name => `de ${name}`,
  accordingTo: name => `según ${name}`,
  open: 'Abrir su página',
  dashboard: 'Ver tu panel',
  because: address =>
    `Este correo se envió a ${address} porque sigues estos artículos en Corroborate. Nadie lee las respuestas.`,
  choose: 'Elegir qué te escribimos',
  unsubscribe: 'Dejar de recibir correos',
}
