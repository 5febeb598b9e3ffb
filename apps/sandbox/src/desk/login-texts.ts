import type { Language } from './choose-language.ts'

const english = {
  choose: 'Who are you?',
  answerGoesTo: 'The answer goes to',
  refuse: 'Refuse',
  stranger: 'Unknown to every portal',
  goOn: 'Go on',
  onTheWay: 'On the way to the portal …',
  over: 'This choice is over',
  overText: 'It was made already, or has waited too long. Start again in the portal.',
  logins: 'Ways to log in',
  loginsIntro:
    'They ask for no password: each lets you choose a demo person, somebody whom no portal knows, or a refusal.',
  wallet: 'Wallet',
  issuer: 'Issuer',
  entityId: 'Entity id',
  mailsOf: 'Mail addresses of',
  mailToType: 'E-mail to type',
}

/** Texts about the providers through which people log in. */
export type LoginTexts = Readonly<Record<keyof typeof english, string>>

export const LOGIN_TEXTS: Readonly<Record<Language, LoginTexts>> = {
  en: english,
  es: {
    choose: '¿Quién es usted?',
    answerGoesTo: 'La respuesta va a',
    refuse: 'Rechazar',
    stranger: 'Desconocida en todos los portales',
    goOn: 'Continuar',
    onTheWay: 'De camino al portal …',
    over: 'Esta elección ha terminado',
    overText: 'Ya se hizo o ha esperado demasiado. Vuelva a empezar en el portal.',
    logins: 'Formas de entrar',
    loginsIntro:
      'No piden contraseña: cada una deja elegir a una persona de prueba, a alguien que ningún portal conoce o un rechazo.',
    wallet: 'Cartera',
    issuer: 'Emisor',
    entityId: 'Identificador de entidad',
    mailsOf: 'Direcciones de correo de',
    mailToType: 'Correo para escribir',
  },
  ca: {
    choose: 'Qui sou?',
    answerGoesTo: 'La resposta va a',
    refuse: 'Rebutja',
    stranger: 'Desconeguda a tots els portals',
    goOn: 'Continua',
    onTheWay: 'De camí al portal …',
    over: "Aquesta tria s'ha acabat",
    overText: 'Ja es va fer o ha esperat massa. Torneu a començar al portal.',
    logins: "Maneres d'entrar",
    loginsIntro:
      'No demanen contrasenya: cadascuna deixa triar una persona de prova, algú que cap portal coneix o un rebuig.',
    wallet: 'Cartera',
    issuer: 'Emissor',
    entityId: "Identificador d'entitat",
    mailsOf: 'Adreces de correu de',
    mailToType: 'Correu per escriure',
  },
  de: {
    choose: 'Wer sind Sie?',
    answerGoesTo: 'Die Antwort geht an',
    refuse: 'Ablehnen',
    stranger: 'Keinem Portal bekannt',
    goOn: 'Weiter',
    onTheWay: 'Unterwegs zum Portal …',
    over: 'Diese Auswahl ist vorbei',
    overText: 'Sie wurde schon getroffen oder hat zu lange gewartet. Beginnen Sie im Portal von vorn.',
    logins: 'Wege zur Anmeldung',
    loginsIntro:
      'Sie verlangen kein Passwort: Bei jedem wählt man eine Person zum Ausprobieren, jemanden, den kein Portal kennt, oder eine Ablehnung.',
    wallet: 'Wallet',
    issuer: 'Aussteller',
    entityId: 'Entitätskennung',
    mailsOf: 'Mailadressen von',
    mailToType: 'E-Mail zum Eingeben',
  },
  fr: {
    choose: 'Qui êtes-vous ?',
    answerGoesTo: 'La réponse va à',
    refuse: 'Refuser',
    stranger: 'Inconnue de tous les portails',
    goOn: 'Continuer',
    onTheWay: 'En route vers le portail …',
    over: 'Ce choix est terminé',
    overText: 'Il a déjà été fait ou a attendu trop longtemps. Recommencez dans le portail.',
    logins: 'Façons de se connecter',
    loginsIntro:
      'Aucune ne demande de mot de passe : chacune laisse choisir une personne de démonstration, quelqu’un que nul portail ne connaît, ou un refus.',
    wallet: 'Portefeuille',
    issuer: 'Émetteur',
    entityId: 'Identifiant de l’entité',
    mailsOf: 'Adresses e-mail de',
    mailToType: 'E-mail à saisir',
  },
}
