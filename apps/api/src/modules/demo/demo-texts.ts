/** Languages of the demo documents. */
export type Language = 'ca' | 'es' | 'en'

/** Clauses from which demo documents are put together, as [heading, text]. The companies do not exist. */
type Clause = readonly [heading: string, text: string]

export const CLAUSES: Readonly<Record<Language, readonly Clause[]>> = {
  ca: [
    [
      'Objecte',
      "L'empresa encarrega i el professional accepta la prestació dels serveis de consultoria que es descriuen a l'annex, amb la diligència pròpia de l'ofici i d'acord amb el calendari que les parts han convingut. Qualsevol ampliació de l'encàrrec s'ha de pactar per escrit abans de començar els treballs.",
    ],
    [
      'Durada',
      "L'acord entra en vigor el dia de la darrera signatura i té una durada de dotze mesos. Es prorroga per períodes iguals si cap de les parts no comunica a l'altra, amb dos mesos d'antelació, la voluntat de donar-lo per acabat.",
    ],
    [
      'Preu i pagament',
      "El preu dels serveis és el que consta al pressupost acceptat. Les factures s'emeten a final de mes i es paguen per transferència en el termini de trenta dies. El retard en el pagament merita l'interès legal sense necessitat de requeriment previ.",
    ],
    [
      'Confidencialitat',
      "Les parts es comprometen a no revelar la informació que coneguin amb motiu d'aquest acord, ni durant la vigència ni durant els cinc anys següents, tret que sigui pública o que una norma obligui a comunicar-la.",
    ],
    [
      'Protecció de dades',
      "Les dades personals es tracten únicament per a l'execució de l'acord. Cada part respon dels tractaments que faci i adopta les mesures de seguretat adequades al risc. Els drets d'accés, rectificació, supressió i oposició es poden exercir a l'adreça que figura a l'encapçalament.",
    ],
    [
      'Propietat intel·lectual',
      "Els lliurables passen a ser propietat de l'empresa un cop pagats. El professional conserva els coneixements generals, els mètodes i les eines que ja tenia abans de l'encàrrec.",
    ],
    [
      'Resolució',
      "Qualsevol de les parts pot resoldre l'acord per incompliment greu de l'altra si, un cop requerida per escrit, no hi posa remei en quinze dies. Les obligacions de confidencialitat es mantenen després de la resolució.",
    ],
    [
      'Jurisdicció',
      'Les parts se sotmeten als jutjats i tribunals de la ciutat de Girona per a qualsevol qüestió que no puguin resoldre de mutu acord.',
    ],
  ],
  es: [
    [
      'Objeto',
      'El presente documento recoge las condiciones en que la empresa suministra los equipos y presta los servicios de instalación y mantenimiento que se detallan en el anexo. El cliente declara haber recibido la información necesaria antes de la firma.',
    ],
    [
      'Plazo de ejecución',
      'Los trabajos comenzarán dentro de los diez días siguientes a la firma y terminarán, salvo causa de fuerza mayor, en un plazo de seis semanas. La empresa comunicará por escrito cualquier circunstancia que pueda retrasar la entrega.',
    ],
    [
      'Precio',
      'El precio total es el que figura en el presupuesto aceptado, con los impuestos desglosados. El cliente abonará un treinta por ciento a la firma y el resto contra la entrega de los trabajos, previa comprobación conjunta.',
    ],
    [
      'Garantía',
      'La empresa garantiza los materiales durante tres años y la mano de obra durante uno. La garantía no cubre los daños causados por un uso inadecuado ni las modificaciones hechas por terceros sin su consentimiento.',
    ],
    [
      'Prevención de riesgos',
      'Las partes se obligan a cumplir la normativa de prevención de riesgos laborales y a coordinar sus actividades en el centro de trabajo. La empresa aportará la evaluación de riesgos y la formación acreditada de su personal.',
    ],
    [
      'Tratamiento de datos',
      'Los datos personales facilitados se tratarán con la única finalidad de gestionar la relación contractual y se conservarán durante los plazos legales. Los interesados pueden ejercer sus derechos dirigiéndose al responsable por correo electrónico.',
    ],
    [
      'Responsabilidad',
      'Cada parte responde de los daños que cause a la otra por el incumplimiento de sus obligaciones, con el límite del importe total del contrato, excepto en caso de dolo o negligencia grave.',
    ],
    [
      'Notificaciones',
      'Las comunicaciones entre las partes se harán por escrito, a las direcciones que constan en el encabezamiento o por medios electrónicos que dejen constancia de su recepción.',
    ],
  ],
  en: [
    [
      'Purpose',
      'The parties wish to explore a possible collaboration and, for that purpose, will exchange technical and commercial information that is not public. This agreement sets out how that information may be used and by whom.',
    ],
    [
      'Confidential information',
      'Confidential information means anything disclosed by one party to the other, in any form, that is marked as confidential or that a reasonable person would understand to be so, including drawings, source code, prices and the names of customers.',
    ],
    [
      'Obligations',
      'The receiving party shall use the information only for the purpose stated above, shall protect it with at least the care it gives to its own, and shall share it only with employees and advisers who need to know it and are bound by similar duties.',
    ],
    [
      'Exceptions',
      'These obligations do not apply to information that is or becomes public without breach, that was already known to the receiving party, that was independently developed, or that must be disclosed by law, provided that notice is given where notice is allowed.',
    ],
    [
      'Term',
      'The agreement takes effect on the date of the last signature and remains in force for two years. The duties of confidence continue for five years after each disclosure, or for as long as the information remains a trade secret.',
    ],
    [
      'Return of material',
      'On request, and in any case at the end of the agreement, the receiving party shall return or destroy all copies within thirty days and confirm in writing that it has done so, except for copies kept in routine backups.',
    ],
    [
      'No licence',
      'Nothing in this agreement grants a licence under any patent, copyright or other right, nor obliges either party to enter into any further agreement.',
    ],
    [
      'Governing law',
      'This agreement is governed by the law of the place where the disclosing party has its registered office. The parties shall try to settle any dispute amicably before turning to the courts.',
    ],
  ],
}

/** How a document begins that is made of clauses; `name` is the person who signs. */
export const LEAD: Readonly<Record<Language, (name: string) => string>> = {
  ca: (name) =>
    `Reunits, d'una banda, Vall d'Aro Serveis, SL, i de l'altra, ${name}, les parts acorden el que segueix.`,
  es: (name) =>
    `Reunidos, de una parte, Instalaciones Ribera, S.A., y de otra, ${name}, las partes acuerdan lo siguiente.`,
  en: (name) => `This document is made between Northgate Instruments Ltd and ${name}, who agree as follows.`,
}
