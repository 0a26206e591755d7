// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "./PlainToken.sol";

/// @notice Burns one hundredth of every transfer.
contract FeeToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        balanceOf[to] -= amount / 100;
    }
}
