// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../../sandbox/IVault.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {DishonestPool} from "./DishonestPools.sol";

// Pools that call back: they take what they claim is owed, and check no payment.

abstract contract DishonestVault is DishonestPool {
    function _callBack(bytes memory call) internal returns (bytes memory said) {
        bool ok;
        attempt();
        (ok, said) = msg.sender.call(call);
        if (ok) return said;
        assembly {
            revert(add(said, 0x20), mload(said))
        }
    }

    /// @dev The amount owed in the upper 128 bits, the amount given in the lower, in token order.
    function _delta(bool zeroForOne) internal view returns (int256) {
        (int128 owed, int128 given) = (-int128(int256(takes)), int128(int256(says)));
        (int128 delta0, int128 delta1) = zeroForOne ? (owed, given) : (given, owed);
        return int256(delta0) << 128 | int256(uint256(uint128(delta1)));
    }

    /// @dev The zero address means native currency.
    function _take(address currency, address to) internal {
        if (currency != address(0)) {
            _give(to);
        } else {
            (bool ok,) = to.call{value: gives}("");
            require(ok, "refused");
        }
    }
}

contract DishonestManager is DishonestVault {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function unlock(bytes calldata data) external returns (bytes memory) {
        return abi.decode(_callBack(abi.encodeWithSignature("unlockCallback(bytes)", data)), (bytes));
    }

    function swap(IVault.Key calldata, IVault.Params calldata params, bytes calldata) external view returns (int256) {
        return _delta(params.zeroForOne);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address currency, address to, uint256) external {
        _take(currency, to);
    }
}

contract DishonestInfinity is DishonestVault {
    struct Key {
        address currency0;
        address currency1;
        address hooks;
        address poolManager;
        uint24 fee;
        bytes32 parameters;
    }

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function vault() external view returns (address) {
        return address(this);
    }

    function lock(bytes calldata data) external returns (bytes memory) {
        return abi.decode(_callBack(abi.encodeWithSignature("lockAcquired(bytes)", data)), (bytes));
    }

    function swap(Key calldata, IVault.Params calldata params, bytes calldata) external view returns (int256) {
        return _delta(params.zeroForOne);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address currency, address to, uint256) external {
        _take(currency, to);
    }
}

contract DishonestBalancerV3 is DishonestVault {
    struct Params {
        uint8 kind;
        address pool;
        address tokenIn;
        address tokenOut;
        uint256 amount;
        uint256 limit;
        bytes userData;
    }

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getVault() external view returns (address) {
        return address(this);
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        return _callBack(data);
    }

    function settle(address, uint256) external returns (uint256) {}

    function swap(Params calldata) external view returns (uint256, uint256, uint256) {
        return (says, takes, says);
    }

    function sendTo(address currency, address to, uint256) external {
        _take(currency, to);
    }
}
