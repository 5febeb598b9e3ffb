import { createHash } from 'node:crypto'
import type { ReminderPolicy } from '@rubrica/domain'
import type { Kysely } from 'kysely'
import type { OperatorStore, Subscription } from '../../../modules/operators/ports.ts'
import { openActLog, type ActedBy, type LogActs } from '../installation-log/log-acts.ts'
import type { Schema } from '../schema.ts'
import { Accounts } from './accounts.ts'
import { Clients } from './clients.ts'
import { Subscriptions } from './subscriptions.ts'
import { Teams } from './teams.ts'

/**
 * What an operator does, each act in one transaction with its event in the log of the installation. What turns out not
 * to be done leaves no event. A list is one fact: its names, with blanks between them.
 */
export function openLoggedOperatorStore(database: Kysely<Schema>, actedBy: ActedBy): OperatorStore {
  const [accounts, clients] = [new Accounts(database), new Clients(database)]
  const log = openActLog(database, actedBy)
  return {
    countUsers: () => accounts.countUsers(),
    subscriptions: () => new Subscriptions(database).subscriptions(),
    findUser: (userId) => accounts.findUser(userId),
    teams: () => new Teams(database).teams(),
    clients: () => clients.clients(),
    countSent: (clientId) => clients.countSent(clientId),
    ...actsOnAccounts(log),
    ...actsOnRights(log),
    ...actsOnSubscriptions(log),
    ...actsOnTeams(log),
    ...actsOnClients(log),
  }
}

type Acts<Names extends keyof OperatorStore> = Pick<OperatorStore, Names>

function actsOnAccounts(
  log: LogActs,
): Acts<'addUser' | 'setPassword' | 'unlock' | 'resetFactors' | 'setPhone' | 'setLegalId'> {
  return {
    addUser: (user) =>
      log(
        (transaction) => new Accounts(transaction).addUser(user),
        (outcome) =>
          outcome === 'added' && {
            type: 'account-made',
            facts: {
              userId: user.id,
              subscriptionIds: user.subscriptionIds.join(' '),
              certificateTypes: user.certificateFlags.join(' '),
              legalIdType: user.legalIdType,
              mustResetPassword: user.mustResetPassword,
            },
            personal: {
              ...{ loginName: user.userId, name: user.name, legalId: user.legalId, email: user.email },
              ...(user.phone !== null && { phone: user.phone }),
            },
          },
      ),
    setPassword: (id, hash, mustReset) =>
      log(
        (transaction) => new Accounts(transaction).setPassword(id, hash, mustReset),
        () => ({ type: 'password-set', facts: { userId: id, mustResetPassword: mustReset } }),
      ),
    unlock: (id) =>
      log(
        (transaction) => new Accounts(transaction).unlock(id),
        (keys) => ({ type: 'account-unlocked', facts: { userId: id, vaultKeys: keys } }),
      ),
    resetFactors: (id) =>
      log(
        (transaction) => new Accounts(transaction).resetFactors(id),
        (factors) => ({ type: 'factors-reset', facts: { userId: id, factors } }),
      ),
    setPhone: (id, phone) =>
      log(
        (transaction) => new Accounts(transaction).setPhone(id, phone),
        () => ({
          type: 'account-changed',
          facts: { userId: id, changed: 'phone' },
          ...(phone !== null && { personal: { phone } }),
        }),
      ),
    setLegalId: (id, legalId, type) =>
      log(
        (transaction) => new Accounts(transaction).setLegalId(id, legalId, type),
        (outcome) =>
          outcome === 'set' && {
            type: 'account-changed',
            facts: { userId: id, changed: 'legalId', legalIdType: type },
            personal: { legalId },
          },
      ),
  }
}

function actsOnRights(log: LogActs): Acts<'changeRoles' | 'setCertificateFlags'> {
  return {
    changeRoles: (id, subscriptionId, { give, take }) =>
      log(
        (transaction) => new Accounts(transaction).changeRoles(id, subscriptionId, { give, take }),
        (roles) =>
          roles !== undefined && {
            type: 'roles-changed',
            facts: {
              ...{ userId: id, subscriptionId, given: give.join(' '), taken: take.join(' '), roles: roles.join(' ') },
            },
          },
      ),
    setCertificateFlags: (id, flags) =>
      log(
        (transaction) => new Accounts(transaction).setCertificateFlags(id, flags),
        () => ({ type: 'certificate-types-changed', facts: { userId: id, certificateTypes: flags.join(' ') } }),
      ),
  }
}

function actsOnSubscriptions(log: LogActs): Acts<'addSubscription' | 'setTheme'> {
  return {
    addSubscription: (subscription, at) =>
      log(
        (transaction) => new Subscriptions(transaction).addSubscription(subscription, at),
        (isAdded) =>
          isAdded && {
            type: 'subscription-made',
            facts: { subscriptionId: subscription.id, name: subscription.name, ...settingsOf(subscription) },
          },
      ),
    setTheme: (id, change) =>
      log(
        (transaction) => new Subscriptions(transaction).setTheme(id, change),
        (changed) =>
          changed !== undefined && {
            type: 'subscription-changed',
            facts: { subscriptionId: id, changed: Object.keys(change).join(' '), ...settingsOf(changed) },
          },
      ),
  }
}

/** As the command line takes it. */
const writePolicy = ({ first, every, most, escalateTo }: ReminderPolicy): string =>
  [first, every, most, ...(escalateTo === undefined ? [] : [escalateTo])].join(',')

const settingsOf = ({ reminders, logo, ...settings }: Subscription) => ({
  allowsGuests: settings.allowsGuests,
  allowsAccounts: settings.allowsAccounts,
  demandsFactor: settings.demandsFactor,
  demandsMandate: settings.demandsMandate,
  verification: settings.verification,
  reminders: reminders && writePolicy(reminders),
  logo: logo === null ? null : createHash('sha256').update(logo).digest('hex'),
})

function actsOnTeams(log: LogActs): Acts<'addTeam' | 'joinTeam' | 'leaveTeam'> {
  return {
    addTeam: (team) =>
      log(
        (transaction) => new Teams(transaction).addTeam(team),
        (isAdded) =>
          isAdded && {
            type: 'team-made',
            facts: { teamId: team.id, subscriptionId: team.subscriptionId, name: team.name },
          },
      ),
    joinTeam: (id, { userId, mayManage }) =>
      log(
        (transaction) => new Teams(transaction).joinTeam(id, { userId, mayManage }),
        (isIn) => isIn && { type: 'team-joined', facts: { teamId: id, userId, mayManage } },
      ),
    leaveTeam: (id, userId) =>
      log(
        (transaction) => new Teams(transaction).leaveTeam(id, userId),
        (wasIn) => wasIn && { type: 'team-left', facts: { teamId: id, userId } },
      ),
  }
}

function actsOnClients(log: LogActs): Acts<'addClient' | 'changeClient'> {
  return {
    addClient: (client) =>
      log(
        (transaction) => new Clients(transaction).addClient(client),
        (isAdded) =>
          isAdded && {
            type: 'client-made',
            facts: {
              ...{ clientId: client.id, subscriptionId: client.subscriptionId, name: client.name },
              scopes: client.scopes.join(' '),
              redirectUris: client.redirectUris.join(' '),
              returnUrls: client.returnUrls.join(' '),
              frameOrigins: client.frameOrigins.join(' '),
            },
          },
      ),
    changeClient: (id, change) =>
      log(
        (transaction) => new Clients(transaction).changeClient(id, change),
        (isThere) =>
          isThere && {
            type: 'client-changed',
            facts: {
              clientId: id,
              ...(change.returnUrls && { returnUrls: change.returnUrls.join(' ') }),
              ...(change.frameOrigins && { frameOrigins: change.frameOrigins.join(' ') }),
            },
          },
      ),
  }
}
