// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

// All errors of the router itself. The revert data of a pool or a token is passed on unchanged.

/// @param deadline the last second in which the swap was allowed, seconds since 1970
error Expired(uint256 deadline);
/// A swap is already running: a token, pool or recipient called back into an entry point.
error Reentered();
/// The minimum output must be above zero: it is the only protection of the output.
error ZeroMinimum();
/// @param received of the output token, smallest units, by the recipient's balance
/// @param minimum the requested minimum, smallest units
error TooLittle(uint256 received, uint256 minimum);
/// The recipient is the zero address, the router or, for native currency, the wrapped form that the route names.
error WrongRecipient(address recipient);
/// The input and the output token are the same.
error SameToken();
/// @param sent the value of the call, wei
/// @param expected the input amount if native currency is sold, else zero
error WrongValue(uint256 sent, uint256 expected);
/// @param ppm the affiliate fee, parts per million of the input
error FeeTooHigh(uint256 ppm);
/// The affiliate is the zero address, the router or, for native currency, the wrapped form that the route names.
error WrongAffiliate(address affiliate);
/// An amount of 2^128 or more.
error AmountTooLarge(uint256 amount);
/// The packed legs do not parse: a leg beyond the end, an unknown move, source or destination; or there are no legs and
/// the input token is not the output token.
error MalformedRoute();
/// @param left wrapped input that no leg spent, wei; it would have stayed in the router
error InputLeft(uint256 left);
/// The caller asked to be paid but is not the pool that is being traded with.
error NotArmed(address sender);
/// @param owed the amount that the pool asked for
/// @param cap the maximum that it may take
error OverPull(uint256 owed, uint256 cap);
/// @param owed the amount that the pool took of tokens that the router holds
/// @param amount the leg's input; the rest would have stayed in the router
error PartialFill(uint256 owed, uint256 amount);
/// The pool ended its swap without asking to be paid.
error NotCalledBack(address pool);
/// The pool's answer is shorter than its interface says.
error PoolUnreadable(address pool);
/// The token does not return a balance.
error BalanceUnreadable(address token);
/// The token call failed or returned something other than success.
error TransferFailed(address token);
/// The receiver of native currency refused it, or the balance was too small.
error NativeRefused(address to);
/// The order is for another router.
error WrongRouter(address router);
/// The signature is not valid for the sender.
error WrongSignature(address sender);
/// The order was already executed or cancelled.
error NonceUsed(uint256 nonce);
/// The packed permit has an unknown length.
error MalformedPermit();
