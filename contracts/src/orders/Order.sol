// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// What a seller signs so that a relayer can submit it. It costs at most amountIn + swapFee + affiliateFee of
/// `fromAsset`. The route is not signed: the recipient, the minimum and the fees protect the seller.
struct Order {
    /// This contract.
    address router;
    /// The seller, who pays.
    address sender;
    address recipient;
    address fromAsset;
    /// The zero address for the native currency.
    address toAsset;
    /// The last second in which it may execute, seconds since 1970.
    uint256 deadline;
    uint256 amountOutMin;
    /// Of `fromAsset`, for the caller who executes the order.
    uint256 swapFee;
    /// The amount traded: net of both fees.
    uint256 amountIn;
    /// The zero address if `affiliateFee` is 0.
    address affiliate;
    uint256 affiliateFee;
    uint256 nonce;
}

string constant NAME = "Swapline Router";
string constant VERSION = "1";

/// @notice EIP-712 over `Order`, under the primary type «Swap».
library Orders {
    bytes32 private constant TYPE = keccak256(
        "Swap(address router,address sender,address recipient,address fromAsset,address toAsset,uint256 deadline,uint256 amountOutMin,uint256 swapFee,uint256 amountIn,address affiliate,uint256 affiliateFee,uint256 nonce)"
    );
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    bytes32 private constant NAME_HASH = keccak256("Swapline Router");
    bytes32 private constant VERSION_HASH = keccak256("1");
    uint256 private constant SIZE = 12 * 32;

    /// @dev The domain is computed each time: a forked chain has another id. The fields are hashed as they are in the
    /// calldata; code that reads an address among them reverts unless the bits above it are clear.
    function digest(Order calldata order) internal view returns (bytes32 hash) {
        (bytes32 domain, bytes32 name, bytes32 version, bytes32 type_) = (DOMAIN, NAME_HASH, VERSION_HASH, TYPE);
        uint256 chainId = block.chainid;
        uint256 size = SIZE;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, domain)
            mstore(add(data, 0x20), name)
            mstore(add(data, 0x40), version)
            mstore(add(data, 0x60), chainId)
            mstore(add(data, 0x80), address())
            domain := keccak256(data, 0xa0)
            mstore(data, type_)
            calldatacopy(add(data, 0x20), order, size)
            let fields := keccak256(data, add(size, 0x20))
            mstore(data, shl(240, 0x1901))
            mstore(add(data, 0x02), domain)
            mstore(add(data, 0x22), fields)
            hash := keccak256(data, 0x42)
        }
    }
}
