// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

// Errors of the Crossing contract itself; the rest are in `Errors.sol`. Revert data of the router, the bridge, Permit2
// or a token is passed on unchanged.

/// @param sender who may call this, or whose words these are
error WrongSender(address sender);
/// The zero address, or this contract, which would keep the refund.
error WrongRefundAddress(address refundTo);
/// The other network is this one.
error WrongNetwork(uint256 network);
/// A bridge's payment straight to the recipient can only buy what the bridge pays.
error WrongReceiver(address receiver);
/// @param received by this contract, smallest units; a token with a fee on transfer cannot cross
error WrongReceipt(uint256 received, uint256 expected);
/// @param deposited the amount that left this contract, smallest units
error WrongDeposit(uint256 deposited, uint256 expected);
/// What the other side is to be given is not what was agreed.
error WrongArrival();
/// @param fee above what the deposit is worth, units of the asset that the bridge pays
error BridgeFeeTooHigh(uint256 fee);
/// The bridge said it paid `said`; only `arrived` is here that no claim is for, smallest units.
error NothingArrived(uint256 arrived, uint256 said);
/// @param gas that the swap needs
error TooLittleGas(uint256 gas);
/// There is no such claim, or it was paid.
error NoClaim(bytes32 id);
/// The claim's recipient did not call, and this is not the route that came with the bridge's message.
error WrongRoute();
/// @param deadline after which others than the recipient may release the claim, seconds since 1970
error TooEarly(uint256 deadline);
/// The bridge does not move this asset here.
error WrongAsset(address asset);
