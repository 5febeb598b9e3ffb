/** Errors as the application says them: a code of its own in protocol 4.1, an older one before. */

interface Wording {
  /** `err-NN`. */
  readonly group: string
  readonly code: string
  readonly legacy: string
  readonly text: string
}

export const ERRORS = {
  cancelled: { group: '11', code: 'AF500001', legacy: 'CANCEL', text: 'Operacion cancelada por el usuario' },
  'other-session': { group: '00', code: 'AF620010', legacy: 'SAF_46', text: 'Identificador de sesion no valido' },
  'no-format': { group: '00', code: 'AF600104', legacy: 'SAF_03', text: 'No se ha indicado el formato' },
  'unknown-format': { group: '00', code: 'AF600105', legacy: 'SAF_06', text: 'Formato no soportado' },
  'unknown-algorithm': { group: '00', code: 'AF600107', legacy: 'SAF_03', text: 'Algoritmo no soportado' },
  'unknown-operation': { group: '00', code: 'AF600002', legacy: 'SAF_04', text: 'Operacion no soportada' },
  'not-ours': { group: '00', code: 'AF620009', legacy: 'SAF_02', text: 'Peticion no reconocida' },
  'none-to-sign': { group: '00', code: 'AF501001', legacy: 'SAF_19', text: 'No hay certificados para firmar' },
  'none-to-choose': { group: '00', code: 'AF502001', legacy: 'SAF_19', text: 'No hay certificados que elegir' },
  'none-for-batch': { group: '00', code: 'AF504001', legacy: 'SAF_19', text: 'No hay certificados para el lote' },
  'foreign-peer': { group: '00', code: 'AF420001', legacy: 'SAF_47', text: 'Peticion externa' },
  'no-batch-address': { group: '00', code: 'AF600416', legacy: 'SAF_13', text: 'Direccion de lote no permitida' },
  'bad-batch': { group: '00', code: 'AF200412', legacy: 'SAF_20', text: 'Error en el lote de firmas' },
  'old-protocol': { group: '00', code: 'AF600002', legacy: 'SAF_21', text: 'Protocolo incompatible' },
} as const satisfies Readonly<Record<string, Wording>>

export type ErrorName = keyof typeof ERRORS

/** Errors that open a window in the application, whose closing the answer waits for. */
const SHOWN: ReadonlySet<ErrorName> = new Set([
  'no-format',
  'unknown-algorithm',
  'unknown-operation',
  'no-batch-address',
  'not-ours',
])
/** Before protocol 4.1, these too. */
const ONCE_SHOWN: ReadonlySet<ErrorName> = new Set(['none-to-choose', 'none-for-batch', 'bad-batch'])
export const isShown = (name: ErrorName, isOld: boolean): boolean => SHOWN.has(name) || (isOld && ONCE_SHOWN.has(name))

export class OperationError extends Error {
  readonly code: ErrorName

  constructor(code: ErrorName) {
    super(ERRORS[code].text)
    this.code = code
  }
}

export function sayError(name: ErrorName, isAsynchronous: boolean): string {
  const { group, code, legacy, text } = ERRORS[name]
  if (isAsynchronous) return `err-${group}:=${code} - ${text}`
  return legacy === 'CANCEL' ? legacy : `${legacy}: ${text}`
}
