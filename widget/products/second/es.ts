import type { SecondFactorTexts } from './en.ts'

/** Its texts in Spanish. */
export const es: SecondFactorTexts = {
  heading: 'Un paso más',
  byApp: 'Su cuenta está protegida por una aplicación de autenticación. Introduzca el código que muestra ahora.',
  byRecoveryCode:
    'Introduzca uno de los códigos de recuperación que guardó al configurar la aplicación. Cada uno sirve una vez. Después, configure una nueva aplicación en la página de su cuenta.',
  account: 'Va a iniciar sesión como {account}.',
  code: 'Código de la aplicación',
  recoveryCode: 'Código de recuperación',
  remember: 'Recordar este dispositivo durante 30 días',
  rememberHint: 'Solo en un dispositivo que nadie más use.',
  continue: 'Iniciar sesión',
  useApp: 'Usar la aplicación',
  useRecoveryCode: '¿Ha perdido el teléfono? Usar un código de recuperación',
  usePasskey: 'Usar una llave de acceso',
  lostBoth:
    '¿Sin teléfono y sin códigos de recuperación? Escriba a quienes mantienen este servicio. Cuando estén seguros de que es usted, pueden quitar la aplicación de su cuenta.',
  leave: 'Iniciar sesión como otra persona',
  wrongCode: 'Este código no es correcto. La aplicación muestra uno nuevo cada 30 segundos: introduzca el último.',
  wrongRecoveryCode: 'Este código de recuperación no es correcto o ya se ha usado.',
  locked: 'Demasiados códigos incorrectos. Espere 15 minutos e inténtelo de nuevo.',
  done: 'Éxito',
  doneExplained: 'Ha iniciado sesión.',
}
