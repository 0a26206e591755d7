// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

/// @notice A pool, and an adapter, that gives one set amount and returns another.
contract LyingPool {
    PlainToken private immutable given;
    uint256 private gives;
    uint256 private says;

    constructor(PlainToken given_) {
        given = given_;
    }

    function set(uint256 gives_, uint256 says_) external {
        (gives, says) = (gives_, says_);
    }

    function swap(address to, bool zeroForOne, int256 amount, uint160, bytes calldata)
        external
        returns (int256, int256)
    {
        _pull(uint256(amount));
        if (gives > 0) given.transfer(to, gives);
        int256 said;
        unchecked {
            said = -int256(says);
        }
        return zeroForOne ? (amount, said) : (said, amount);
    }

    function tradeForSwapline(address, address, address, address to, uint256) external returns (uint256) {
        if (gives > 0) given.transfer(to, gives);
        return says;
    }

    function _pull(uint256 owed) private {
        (bool ok,) = msg.sender.call(abi.encodeWithSelector(0xfa461e33, owed, int256(0), bytes("")));
        require(ok, "unpaid");
    }
}

/// @notice A pool that asks for a set amount, whatever its input, and gives all it has.
contract AskingPool {
    PlainToken private immutable given;
    uint256 private asks;

    constructor(PlainToken given_) {
        given = given_;
    }

    function set(uint256 asks_) external {
        asks = asks_;
    }

    function swap(address to, bool, int256, uint160, bytes calldata) external returns (int256, int256) {
        given.transfer(to, given.balanceOf(address(this)));
        (bool ok, bytes memory answer) =
            msg.sender.call(abi.encodeWithSelector(0xfa461e33, int256(asks), int256(0), bytes("")));
        if (!ok) {
            assembly {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        return (int256(asks), -1);
    }
}
