// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {BalanceUnreadable, TransferFailed} from "../Errors.sol";
import {bubble} from "./Bubble.sol";

/// @notice The ERC-20 calls of the router and its adapters. A transfer or approval succeeded iff the call did and it
/// returned the word 1, or returned nothing and the token has code. All amounts in the token's smallest unit.
library Token {
    function balanceOf(address token, address account) internal view returns (uint256 held) {
        bool read;
        assembly ("memory-safe") {
            mstore(0x00, 0x70a08231) // balanceOf(address)
            mstore(0x20, account)
            read := and(gt(returndatasize(), 0x1f), staticcall(gas(), token, 0x1c, 0x24, 0x00, 0x20))
            held := mload(0x00)
        }
        if (!read) revert BalanceUnreadable(token);
    }

    /// @notice Pays from the router's own balance.
    function transfer(address token, address to, uint256 amount) internal {
        bool called;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, 0xa9059cbb) // transfer(address,uint256)
            mstore(add(data, 0x20), to)
            mstore(add(data, 0x40), amount)
            called := call(gas(), token, 0, add(data, 0x1c), 0x44, 0x00, 0x20)
        }
        if (!_saysTrue(called)) _requireSilence(token, called);
    }

    /// @notice Pays from the allowance of `from`. Callers pass only the payer of the running swap.
    function transferFrom(address token, address from, address to, uint256 amount) internal {
        bool called;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, 0x23b872dd) // transferFrom(address,address,uint256)
            mstore(add(data, 0x20), from)
            mstore(add(data, 0x40), to)
            mstore(add(data, 0x60), amount)
            called := call(gas(), token, 0, add(data, 0x1c), 0x64, 0x00, 0x20)
        }
        if (!_saysTrue(called)) _requireSilence(token, called);
    }

    /// @notice Approves `amount` of the caller's tokens for `spender`. Some tokens change an allowance only from or to
    /// 0.
    /// @dev For adapters: the router never approves.
    function approve(address token, address spender, uint256 amount) internal {
        bool called = _approve(token, spender, amount);
        if (_saysTrue(called) || _saysNothing(token, called)) return;
        called = _approve(token, spender, 0);
        if (!_saysTrue(called)) _requireSilence(token, called);
        called = _approve(token, spender, amount);
        if (!_saysTrue(called)) _requireSilence(token, called);
    }

    function _approve(address token, address spender, uint256 amount) private returns (bool called) {
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, 0x095ea7b3) // approve(address,uint256)
            mstore(add(data, 0x20), spender)
            mstore(add(data, 0x40), amount)
            called := call(gas(), token, 0, add(data, 0x1c), 0x44, 0x00, 0x20)
        }
    }

    /// @dev Reads the last call, whose return data went to 0x00.
    function _saysTrue(bool called) private pure returns (bool done) {
        assembly ("memory-safe") {
            done := and(called, and(gt(returndatasize(), 0x1f), eq(mload(0x00), 1)))
        }
    }

    function _saysNothing(address token, bool called) private view returns (bool done) {
        assembly ("memory-safe") {
            done := and(called, and(iszero(returndatasize()), gt(extcodesize(token), 0)))
        }
    }

    /// @dev Separate from `_saysTrue`, which nearly every token call takes and which should cost no jump.
    function _requireSilence(address token, bool called) private view {
        if (_saysNothing(token, called)) return;
        uint256 size;
        assembly ("memory-safe") {
            size := returndatasize()
        }
        if (!called && size != 0) bubble();
        revert TransferFailed(token);
    }
}
