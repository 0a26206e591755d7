// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Token} from "../lib/Token.sol";
import {BridgeFeeTooHigh, WrongDeposit, WrongReceiver} from "./CrossingErrors.sol";
import {TooLittle} from "../Errors.sol";
import {Delivery} from "./Claim.sol";
import {Cross} from "./Cross.sol";
import {ISpokePool} from "./Interfaces.sol";

/// @notice Deposits into Across's SpokePool, whose relayers pay on the other network, or into another bridge's contract
/// that takes the same call.
library Across {
    uint256 private constant ONE = 1e18;

    /// @notice Deposits `amount`, on behalf of `cross.refundTo`. No relayer has a right of its own to fill it.
    /// @param amount of `cross.bridgeAsset`, all of which must leave, smallest units
    /// @param messageFee native currency for the bridge itself, wei
    /// @param gas that the swap on the other network needs
    /// @param route of that swap, unmarked
    function deposit(
        Cross calldata cross,
        uint256 amount,
        uint256 messageFee,
        uint256 gas,
        bytes calldata route
    ) internal {
        address token = cross.bridgeAsset;
        address bridge = cross.bridge;
        uint256 before = Token.balanceOf(token, address(this));
        Token.approve(token, bridge, amount);
        ISpokePool(bridge)
            .deposit{value: messageFee}(
                _word(cross.refundTo),
                _word(cross.receiver),
                _word(token),
                _word(cross.toBridgeAsset),
                amount,
                _paid(cross, amount),
                cross.toNetwork,
                bytes32(0),
                uint32(block.timestamp),
                uint32(cross.toDeadline),
                0,
                _message(cross, gas, route)
            );
        Token.approve(token, bridge, 0);
        uint256 deposited = before - Token.balanceOf(token, address(this));
        if (deposited != amount) revert WrongDeposit(deposited, amount);
    }

    /// @return paid what the bridge has to pay for `amount`, rounded down, units of `cross.toBridgeAsset`
    function _paid(Cross calldata cross, uint256 amount) private pure returns (uint256 paid) {
        uint256 worth = amount * cross.bridgeRate / ONE;
        uint256 fee = cross.bridgeFee;
        if (fee >= worth) revert BridgeFeeTooHigh(fee);
        paid = worth - fee;
        if (cross.toAsset == cross.toBridgeAsset && paid < cross.amountOutMin) {
            revert TooLittle(paid, cross.amountOutMin);
        }
    }

    /// @return message for `Crossing.handleV3AcrossMessage`; empty if the bridge pays the recipient
    function _message(Cross calldata cross, uint256 gas, bytes calldata route) private pure returns (bytes memory) {
        if (cross.receiver == cross.recipient) {
            if (cross.toAsset != cross.toBridgeAsset) revert WrongReceiver(cross.receiver);
            return "";
        }
        Delivery memory delivery =
            Delivery(cross.toRouter, cross.toAsset, cross.recipient, cross.amountOutMin, cross.toDeadline);
        return abi.encode(delivery, gas, route);
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
