// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

/// @notice A Uniswap v3 pool and a v2 pair that give one token for free and return a set number of zero bytes.
contract ShortPool {
    PlainToken private immutable given;
    uint256 private size;

    constructor(PlainToken given_) {
        given = given_;
    }

    function answerWith(uint256 size_) external {
        size = size_;
    }

    function swap(address to, bool, int256 amount, uint160, bytes calldata) external {
        (bool ok,) = msg.sender.call(abi.encodeWithSelector(0xfa461e33, amount, int256(0), bytes("")));
        require(ok, "unpaid");
        given.transfer(to, 1e18);
        _answer();
    }

    function getReserves() external view {
        _answer();
    }

    function swap(uint256, uint256, address to, bytes calldata) external {
        given.transfer(to, 1e18);
    }

    function _answer() private view {
        uint256 length = size;
        assembly {
            let zeros := mload(0x40)
            calldatacopy(zeros, calldatasize(), length)
            return(zeros, length)
        }
    }
}

/// @notice A Uniswap v4 vault that trades one for one, and returns a set number of bytes of the router's answer.
contract ShortVault {
    uint256 private size;

    function answerWith(uint256 size_) external {
        size = size_;
    }

    function unlock(bytes calldata data) external returns (bytes memory said) {
        (bool ok, bytes memory answer) = msg.sender.call(abi.encodeWithSelector(0x91dd7346, data));
        require(ok, "refused");
        said = abi.decode(answer, (bytes));
        uint256 length = size;
        assembly {
            mstore(said, length)
        }
    }

    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Params {
        bool zeroForOne;
        int256 amount;
        uint160 limit;
    }

    function swap(Key calldata, Params calldata params, bytes calldata) external pure returns (int256) {
        (int128 owed, int128 given) = (int128(params.amount), -int128(params.amount));
        (int128 delta0, int128 delta1) = params.zeroForOne ? (owed, given) : (given, owed);
        return int256(delta0) << 128 | int256(uint256(uint128(delta1)));
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address token, address to, uint256 amount) external {
        PlainToken(token).transfer(to, amount);
    }
}

/// @notice A token whose payments to one account revert with the word 1, which would mean success in a return value.
contract RevertingToken is PlainToken {
    address private refused;

    function refuse(address account) external {
        refused = account;
    }

    function _move(address from, address to, uint256 amount) internal override {
        if (to == refused) {
            assembly {
                mstore(0, 1)
                revert(0, 0x20)
            }
        }
        super._move(from, to, amount);
    }
}

/// @notice Refuses to wrap and to unwrap, with a reason.
contract RefusingWrapped is PlainToken {
    function deposit() external payable {
        revert("does not wrap");
    }

    function withdraw(uint256) external pure {
        revert("does not unwrap");
    }
}
