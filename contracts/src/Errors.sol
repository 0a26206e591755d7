// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

// Every way the router itself refuses. What a pool or a token reverts with is passed on whole.

/// @param deadline the last second in which the swap was wanted, seconds since 1970
error Expired(uint256 deadline);
/// A swap runs already: a token, pool or recipient called back into an entry point.
error Reentered();
/// The least amount to receive must be above zero: it is the only thing that guards the output.
error ZeroMinimum();
/// @param received of the bought token, smallest units, by the recipient's balance
/// @param minimum what was asked for, smallest units
error TooLittle(uint256 received, uint256 minimum);
/// The recipient is the zero address, the router or, of native currency, the wrapped form that the route names.
error WrongRecipient(address recipient);
/// The sold and the bought token are the same.
error SameToken();
/// @param sent wei that came with the call
/// @param expected the sold amount where native currency is sold, else zero
error WrongValue(uint256 sent, uint256 expected);
/// @param ppm the affiliate's part of the sold amount, parts per million
error FeeTooHigh(uint256 ppm);
/// The affiliate is the zero address, the router or, of native currency, the wrapped form that the route names.
error WrongAffiliate(address affiliate);
/// An amount of 2^128 or more.
error AmountTooLarge(uint256 amount);
/// The packed legs do not parse: a leg beyond the end, an unknown move, source or destination.
error MalformedRoute();
/// @param left of the wrapped input that no leg spent, wei; it would have stayed in the router
error InputLeft(uint256 left);
/// Somebody who is not the pool that is being traded with asked to be paid.
error NotArmed(address sender);
/// @param owed what the pool asked for
/// @param cap the most it may take
error OverPull(uint256 owed, uint256 cap);
/// @param owed what the pool took of tokens that the router holds
/// @param amount what it was sent for; the rest would have stayed in the router
error PartialFill(uint256 owed, uint256 amount);
/// The pool ended its swap without asking to be paid.
error NotCalledBack(address pool);
/// The pool's answer is shorter than its interface says.
error PoolUnreadable(address pool);
/// There is no readable balance at the token.
error BalanceUnreadable(address token);
/// The token answered anything but success.
error TransferFailed(address token);
/// The receiver of native currency refused it, or there was too little.
error NativeRefused(address to);
/// The order is for another router.
error WrongRouter(address router);
/// The signature is not the sender's.
error WrongSignature(address sender);
/// The order was carried out or cancelled before.
error NonceUsed(uint256 nonce);
/// The packed permit is of no length that is known.
error MalformedPermit();
